"""Graphics cards, chips and devices."""

import pytest

from crashkb.report.machine import read_machine
from crashkb.report.scrub import scrub


def _machine(text: str) -> dict[str, str]:
    return {fact.name: fact.value for fact in read_machine(scrub(text))}


@pytest.mark.parametrize(
    ("text", "gpu"),
    [
        ("GPU 0: NVIDIA GeForce RTX 3090", "RTX 3090"),
        ("[0 GeForce GTX 1050 Ti]  queueC=2[8]", "GTX 1050 Ti"),
        ("rtx4090 and 64 GB", "RTX 4090"),
        ("1050ti 4GB", "GTX 1050 Ti"),
        ("刚换的5070Ti，拿来跑yolo", "RTX 5070 Ti"),
        ("3090显卡", "RTX 3090"),
        ("用A100跑", "A100"),
        ("v100 32g 的机器", "V100"),
        ("Tesla T4", "Tesla T4"),
        ("NVIDIA A100-SXM4-40GB", "A100"),
        ("a TITAN X (Maxwell)", "TITAN X"),
        ("OpenGL renderer: Adreno (TM) 650", "Adreno 650"),
        ("Mali-G78 MP14", "Mali-G78"),
    ],
)
def test_a_card_is_named_in_one_way(text: str, gpu: str) -> None:
    assert _machine(text)["gpu"] == gpu


@pytest.mark.parametrize(
    ("text", "soc"),
    [
        ("Snapdragon 8 Gen 2", "Snapdragon 8 Gen 2"),
        ("our models crash on Snapdragon 888 phones", "Snapdragon 888"),
        ("骁龙865的手机", "Snapdragon 865"),
        ("天玑 9200", "Dimensity 9200"),
        ("Exynos 2100", "Exynos 2100"),
        ("麒麟990", "Kirin 990"),
        ("RK3588S 跑官方的 test.py", "RK3588S"),
    ],
)
def test_a_chip_is_named_in_one_way(text: str, soc: str) -> None:
    assert _machine(text)["soc"] == soc


@pytest.mark.parametrize(
    ("text", "device"),
    [
        ("crashes on my Pixel 6a", "Pixel 6a"),
        ("iPhone 15 Pro: loads for a while", "iPhone 15 Pro"),
        ("Hardware Model:      iPhone12,1", "iPhone12,1"),
        ("小米11，真机", "小米11"),
        ("Jetson Nano", "Jetson Nano"),
        ("Raspberry Pi 4", "Raspberry Pi 4"),
    ],
)
def test_a_device_is_read(text: str, device: str) -> None:
    assert _machine(text)["device"] == device


@pytest.mark.parametrize(
    "text", ["shape (3090, 4090)", "step 1080 of 2080", "listening on port 3060", "the nvidia driver", "T40 tank"]
)
def test_numbers_alone_are_no_card(text: str) -> None:
    assert "gpu" not in _machine(text)


def test_the_first_of_each_is_kept_with_its_line() -> None:
    facts = list(read_machine(scrub("x\nRTX 3090\nRTX 4090 and a Pixel 6")))

    assert [(fact.name, fact.value, fact.line) for fact in facts] == [("gpu", "RTX 3090", 2), ("device", "Pixel 6", 3)]
