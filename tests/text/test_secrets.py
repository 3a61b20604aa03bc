"""Secrets are found where people paste them; what a diagnosis needs is never taken for one."""

import random
import time

import pytest

from crashkb.text.secret_checks import is_address_v4
from crashkb.text.secret_rules import RULES
from crashkb.text.secret_tokens import TOKENS
from crashkb.text.secrets import mask_secrets
from peers import rows
from text_planted import PLANTED, TELLING

_PEERS = (
    "android",
    "apple",
    "fuzzmanager",
    "gpud_kmsg",
    "ml_notebook_crashes",
    "multilang_exceptions",
    "nvrx_training_logs",
)


@pytest.mark.parametrize("kind", PLANTED)
def test_a_secret_of_every_kind_is_masked(kind: str) -> None:
    """Forty random ones of each kind, in a line as programs print it."""
    rng = random.Random(kind)
    for _ in range(40):
        secret, line = PLANTED[kind](rng)
        masked = mask_secrets(line)
        assert secret not in masked.text, masked.text
        assert masked.found


@pytest.mark.parametrize("line", TELLING)
def test_what_a_diagnosis_needs_stays(line: str) -> None:
    """Versions, error codes, opcodes, shapes, sizes, addresses in stacks, library names, public hosts."""
    assert mask_secrets(line).text == line


def test_planted_secrets_are_found_in_real_crash_texts() -> None:
    """At least 99 % of secrets planted between the lines of real crash texts; the lines around stay as they were."""
    rng = random.Random(7)
    planted = missed = damaged = 0
    for name in _PEERS:
        for row in rows(f"peers/{name}.jsonl")[:60]:
            lines = str(row["text"])[:20_000].split("\n")
            clean = mask_secrets("\n".join(lines)).text.split("\n")
            for kind in rng.sample(sorted(PLANTED), 3):
                secret, line = PLANTED[kind](rng)
                if any(secret in other for other in lines):
                    continue
                place = rng.randint(0, len(lines))
                masked = mask_secrets("\n".join((*lines[:place], line, *lines[place:]))).text
                planted += 1
                missed += secret in masked
                rest = masked.split("\n")
                added = line.count("\n") + 1
                if kind == "private key":
                    added = 1
                damaged += rest[:place] + rest[place + added :] != clean
    assert planted > 600
    assert missed / planted <= 0.01, f"{missed} of {planted} missed"
    assert damaged / planted <= 0.01, f"{damaged} of {planted} texts changed elsewhere"


def test_masking_twice_changes_nothing() -> None:
    """What stands for a secret is not taken for one."""
    rng = random.Random(3)
    text = "\n".join(make(rng)[1] for make in PLANTED.values())
    once = mask_secrets(text).text
    assert mask_secrets(once) == (once, ())


def test_what_was_found_is_told_without_the_secret() -> None:
    """Kinds, replacements and counts only."""
    masked = mask_secrets("mail a.b@corp.com and c.d@corp.com, token ghp_" + "a1" * 18)
    assert [(item.kind, item.replacement, item.times) for item in masked.found] == [
        ("email", "user@example.com", 2),
        ("github-token", "<github-token>", 1),
    ]


def test_cost_is_linear_in_hostile_texts() -> None:
    """Long runs of what rules begin with, twice as long, cost about twice as much."""
    for piece in (
        "a.",
        "1.",
        "a:",
        "eyJ",
        "/home",
        "token=",
        "a@",
        "-----BEGIN PRIVATE KEY-----",
        "password:",
        "AC",
        "ab-",
    ):
        times = []
        for size in (40_000, 160_000):
            text = (piece * size)[:size]
            begin = time.process_time()
            mask_secrets(text)
            times.append(time.process_time() - begin)
        assert times[1] < 12 * times[0] + 0.2, piece


def test_triggers_of_token_rules_are_lower_case() -> None:
    """They are looked for in the lower-cased text."""
    assert all(trigger == trigger.lower() for _, triggers, _ in TOKENS for trigger in triggers)
    assert all(trigger == trigger.lower() for rule in RULES for trigger in rule.triggers)


@pytest.mark.parametrize(
    ("text", "address"),
    [("TensorRT 10.0.1.6", False), ("connect to 10.0.1.6", True), ("10.0.1.6:80", True), ("v10.0.1.6", False)],
)
def test_four_numbers_are_an_address_or_a_version_by_what_stands_around(text: str, address: bool) -> None:
    """Ten dot nought is a private network as well as a release."""
    start = text.index("10.0.1.6")
    assert is_address_v4(text, start, start + 8) is address
