"""Furniture of logs, and what only looks like it."""

import pytest

from crashkb.report.boilerplate import is_boilerplate


@pytest.mark.parametrize(
    "text",
    [
        "Epoch 0:   6%|▌         | 1/18 [00:08<02:29,  8.77s/it, loss=10.500, v_num=193315]",
        "Training: 0it [00:00, ?it/s]",
        "12/782 [==>...........................] - ETA: 5s - loss: 0.5",
        "10/10 ━━━━━━━━━━━━━━━━━━━━ 0s 15ms/step - loss: 2.8629",
        "     ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 899.8/899.8 MB 1.2 MB/s eta 0:00:00",
        "--------- beginning of crash",
        "    ~~~~~~~~^^^^^^",
        "+-----------------------------------------------------------------------------+",
        "Receiving objects:  12% (466/3879)",
        '<div class="output">',
    ],
)
def test_furniture_is_recognised(text: str) -> None:
    assert is_boilerplate(text)


@pytest.mark.parametrize(
    "text",
    [
        "Epoch 0:  6%|▌         | 1/18 [00:08<02:29,  8.77s/it]RuntimeError: CUDA out of memory",
        "10/10 ━━━━━━━━━━━━━━━━━━━━ 0s 15ms/step - loss: nan",
        "|   0  Tesla T4            Off  | 00000000:00:04.0 Off |                    0 |",
        "RuntimeError: CUDA error",
        "ValueError: shapes (3,4) and (5,6) not aligned: 4 (dim 1) != 5 (dim 0) [Op:MatMul]",
        "x = a[0]",
        "<module>",
        "",
    ],
)
def test_what_may_tell_something_stays(text: str) -> None:
    assert not is_boilerplate(text)
