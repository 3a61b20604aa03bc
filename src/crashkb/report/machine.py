"""Hardware that a report names: graphics cards, mobile chips, devices."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from ahocorasick_rs import AhoCorasick

from crashkb.model import Fact, Line
from crashkb.report.prefilter import lines_with
from crashkb.text.lazy import LazyPattern

_MOST_CHARACTERS = 2000
"""Characters of a line that are looked at."""

_SIGNS = (
    "rtx", "gtx", "geforce", "tesla", "quadro", "titan", "nvidia", "radeon", "instinct", "a100", "h100", "v100", "p100", "h800", "a800", "h20",
    "a10", "a40", "a6000", "l40", "l4", "t4", "k80", "gb200", "b200", "adreno", "mali", "powervr", "snapdragon", "骁龙", "exynos", "dimensity",
    "天玑", "kirin", "麒麟", "helio", "mt6", "mt8", "sm8", "rk3", "rk1", "rv1", "bionic", "iphone", "ipad", "pixel", "galaxy", "redmi", "xiaomi",
    "小米", "huawei", "华为", "oneplus", "一加", "oppo", "vivo", "honor", "荣耀", "samsung", "jetson", "raspberry", "树莓派", "orange pi", "tensor g",
    "0 ti", "0ti", "显卡", "apple m", "iphone1", "intel arc",
)  # fmt: skip
"""Lower-case signs of which one must stand on a line that is looked at."""

_GPUS = (
    # NVIDIA GeForce RTX 3090 · GTX 1050 Ti · RTX A6000 · RTX4090 · Quadro RTX 8000 · RTX 4060 Laptop GPU
    LazyPattern(
        r"\b(?P<line>RTX|GTX|GT|MX)[ -]?(?P<model>(?:A|PRO )?\d{3,4})(?![\d.])(?: ?-?(?P<more>Ti SUPER|Ti|SUPER|D))?\b(?: (?P<form>Laptop|Max-Q|Ada))?",
        re.IGNORECASE | re.ASCII,
    ),
    # Tesla T4 · Tesla V100-SXM2-32GB · TITAN X (Maxwell) · TITAN RTX · Quadro P2000
    LazyPattern(
        r"\b(?P<line>Tesla|TITAN|Quadro)[ -](?P<model>[A-Z]\d{1,4}|Xp|X|V|RTX(?: \d{4})?)\b", re.IGNORECASE | re.ASCII
    ),
    # A100 · NVIDIA H100 80GB HBM3 · A100-SXM4-40GB · NVIDIA L4 · GeForce 940MX
    LazyPattern(
        r"(?<![\w.-])(?:NVIDIA )?(?P<model>A100|H100|H200|H800|A800|H20|V100|P100|P40|K80|GB200|B200|A6000|L40S?)(?![\w.])",
        re.IGNORECASE | re.ASCII,
    ),
    LazyPattern(r"\b(?:NVIDIA |Tesla |GPU:? ?|on an? )(?P<model>T4|L4|A10G?|A40|A30|A16|A2)\b", re.ASCII),
    # AMD Radeon RX 7900 XTX · Radeon Pro 5500M · Instinct MI250 · Intel Arc A770
    LazyPattern(
        r"\b(?P<line>Radeon(?: RX| Pro)?|Instinct|Intel Arc)[ -](?P<model>[A-Z]{0,2}\d{3,4}[A-Z]{0,3})\b",
        re.IGNORECASE | re.ASCII,
    ),
    # Adreno (TM) 650 · Adreno 740 · Mali-G78 MP14 · Mali G77 · PowerVR GE8320
    LazyPattern(r"\b(?P<line>Adreno)(?:\(TM\)| \(TM\))? (?P<model>\d{3})\b", re.IGNORECASE | re.ASCII),
    LazyPattern(
        r"\b(?P<line>Mali|PowerVR)[ -](?P<model>[A-Z]{1,2}\d{2,4}(?:[A-Z]{2}\d{1,2})?)\b", re.IGNORECASE | re.ASCII
    ),
    # 5070Ti · 2080ti · 3090显卡
    LazyPattern(r"(?<![\w.])(?P<model>[1-5]0[5-9]0) ?(?:(?P<more>Ti)\b|(?=显卡))", re.IGNORECASE | re.ASCII),
)
_SOCS = (
    # Snapdragon 8 Gen 2 · Snapdragon 888 · 骁龙 8 Gen 3 · 骁龙865
    LazyPattern(
        r"(?:Snapdragon|骁龙) ?(?P<snapdragon>\d{3}[+G]?|\d{1,2}s?\+? ?Gen ?\d|8 Elite|X Elite)",
        re.IGNORECASE | re.ASCII,
    ),
    # Exynos 2100 · Dimensity 9000+ · 天玑 9200 · Kirin 990 · 麒麟9000 · Helio G95 · Tensor G2
    LazyPattern(r"Exynos ?(?P<exynos>\d{4})", re.IGNORECASE | re.ASCII),
    LazyPattern(r"(?:Dimensity|天玑) ?(?P<dimensity>\d{3,4}\+?)", re.IGNORECASE | re.ASCII),
    LazyPattern(r"(?:Kirin|麒麟) ?(?P<kirin>\d{3,4}[A-Z]?)", re.IGNORECASE | re.ASCII),
    LazyPattern(r"(?:Helio )(?P<helio>[A-Z]\d{2,3}[A-Z]?)", re.IGNORECASE | re.ASCII),
    LazyPattern(
        r"\b(?P<plain>Tensor G\d|RK\d{4}[A-Z]?|RV\d{4}[A-Z]?|MT[68]\d{3}[A-Z]?|SM[6-8]\d{3}|SDM\d{3}|A\d{2} Bionic|Apple M\d(?: Pro| Max| Ultra)?)\b",
        re.ASCII,
    ),
)
_SOC_NAMES = {
    "snapdragon": "Snapdragon",
    "exynos": "Exynos",
    "dimensity": "Dimensity",
    "kirin": "Kirin",
    "helio": "Helio",
    "plain": "",
}
# iPhone 15 Pro · iPhone12,1 · iPad Pro · Pixel 6a · Galaxy S21 · Redmi Note 9 · 小米11 · 华为 P40 · OnePlus 9 · samsung s10+ · Jetson Orin Nano
_DEVICE = LazyPattern(
    r"\b(?P<western>iPhone ?(?:\d{1,2},\d|\d{1,2}|X[SR]?|SE)(?: (?:Pro Max|Pro|Plus|mini|Max))?|iPad ?(?:\d{1,2},\d{1,2}|Pro|Air|mini)?|Pixel \d{1,2}a?(?: Pro| XL)?"
    r"|Galaxy (?:Note ?|Tab ?|Z ?\w{4} ?)?[A-Z]?\d{1,3}\+?(?: Ultra| Plus| FE)?|Redmi (?:Note |K)?\d{1,2}\w?(?: Pro)?|Xiaomi (?:Mi )?\d{1,2}\w?"
    r"|(?:Huawei|Honor) [A-Z][\w-]{1,12}(?: \d{1,3})?|OnePlus \w{1,6}|samsung [as]\d{1,2}\+?|Jetson (?:AGX |Orin |Xavier )?(?:Nano|TX[12]|Xavier|Orin|NX|Thor)"
    r"|Raspberry Pi(?: Zero)?(?: \d\w?)?|Orange Pi(?: \d\w*)?)(?!\w)"
    r"|(?P<chinese>(?:小米|红米|华为|荣耀|一加|树莓派) ?(?:mate|nova|note|magic|p|k)? ?\d{1,3}[A-Za-z]?(?: ?pro)?)",
    re.IGNORECASE | re.ASCII,
)


def read_machine(lines: Sequence[Line]) -> Iterator[Fact]:
    """Yield the first graphics card, chip and device that the lines name."""
    readers = {"gpu": _gpu, "soc": _soc, "device": _device}
    for index, _ in lines_with(_automaton(), lines):
        line = lines[index]
        text = line.text[:_MOST_CHARACTERS]
        for name, read in tuple(readers.items()):
            if value := read(text):
                del readers[name]
                yield Fact(name, value, line.number)
        if not readers:
            return


@cache
def _automaton() -> AhoCorasick:
    return AhoCorasick(_SIGNS)


def _gpu(text: str) -> str:
    for pattern in _GPUS:
        if match := pattern.search(text):
            groups = match.groupdict()
            family = (groups.get("line") or "").strip()
            family = (
                family.upper() if len(family) <= 3 or family.lower() == "titan" else family[:1].upper() + family[1:]
            )
            more = {"ti": "Ti", "super": "SUPER", "d": "D", "ti super": "Ti SUPER"}.get(
                (groups.get("more") or "").lower(), ""
            )
            model = groups["model"] if groups["model"] in ("Xp",) else groups["model"].upper()
            if not family and re.fullmatch(r"[1-5]0[5-9]0", model):
                family = "GTX" if model < "2000" else "RTX"
            joint = "-" if family in ("Mali", "PowerVR") else " "
            return " ".join(filter(None, (joint.join(filter(None, (family, model))), more, groups.get("form") or "")))
    return ""


def _soc(text: str) -> str:
    for pattern in _SOCS:
        if match := pattern.search(text):
            family = match.lastgroup or "plain"
            return f"{_SOC_NAMES[family]} {match[family]}".strip()
    return ""


def _device(text: str) -> str:
    match = _DEVICE.search(text)
    return match[0].strip() if match else ""
