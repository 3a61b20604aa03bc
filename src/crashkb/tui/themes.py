"""Two themes of our own, quiet enough for long logs."""

from textual.theme import Theme

DARK = Theme(
    name="crashkb-dark",
    primary="#7aa2f7",
    secondary="#9ece6a",
    accent="#e0af68",
    warning="#e0af68",
    error="#f7768e",
    success="#9ece6a",
    foreground="#d5d9e8",
    background="#16181f",
    surface="#1c1f28",
    panel="#242835",
    dark=True,
)
LIGHT = Theme(
    name="crashkb-light",
    primary="#2e5eaa",
    secondary="#3f7d20",
    accent="#9a5b00",
    warning="#9a5b00",
    error="#b3261e",
    success="#2f6f1b",
    foreground="#22252e",
    background="#fbfaf7",
    surface="#f3f1ec",
    panel="#e6e3db",
    dark=False,
)
