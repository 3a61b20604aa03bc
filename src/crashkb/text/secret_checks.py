"""Second looks at what a pattern found: is it an address or a version, a person or a service account, random or a word?"""

import re

# "TensorRT 8.6.1.6", "version: 10.2.0.4", "nvidia-cudnn-cu12 8.9.2.26", "cudnn-8.9.7.29", "==12.1.3.1", "Chrome/1.2.3.4"
_VERSION_BEFORE = re.compile(
    r"(?:(?i:version|versions|ver|release|build|driver|firmware|sdk|tensorrt|trt|cudnn|cublas|cuda|nccl|openvino|onnx\w{0,12}|opset|"
    r"libtorch|torch|mkl|dnn|ndk|agp|gradle|bios|package|版本|v)[\"')\]]{0,2}[ \t]{0,24}[:=：(\[]?[ \t\"']{0,24}"
    r"|[=<>~!^]=[ \t]{0,2}|[<>][ \t]{0,2}|[A-Za-z0-9]-|_|[A-Za-z]/|[a-z]\w{0,40}[-_]\w{1,40}[ \t]{1,40})$"
)
_ADDRESS_BEFORE = re.compile(
    r"(?i)(?:\b(?:ip|ipv4|ipaddr|host|hosts|hostname|addr|address|server|master|node|peer|client|remote|local|from|to|at|via|src|dst"
    r"|source|dest|gateway|dns|inet|ping|connect|connected|connecting|bind|listen|listening|endpoint|rdzv_endpoint|master_addr"
    r"|tcp|udp|http|https|nfs|ssh|rank|worker|with|by|on|is|地址|主机|节点)[\"')\]]{0,2}[ \t]{0,4}[:=：(\[]{0,2}[ \t\"'/]{0,4}|://|@|\[|\(|/)$"
)
_PORT_AFTER = re.compile(r":\d{1,5}(?!\d)|/\d{1,2}(?![\d.])")

_SERVICE_ACCOUNTS = frozenset(
    "user users root app admin ubuntu debian runner runneradmin public default work workspace jovyan vscode ec2-user centos"
    " fedora nobody daemon www-data git build builder jenkins circleci travis container docker nvidia appuser me you"
    " username your_username yourname name shared all $user <user> vsts vsts_azpcontainer containeradministrator host1 localhost"
    " host none null true false unknown".split()
)

_NO_TLD = frozenset(
    "py so cc cpp cu h hpp hh c js ts java kt go rs rb md txt log png jpg jpeg gif pt pth onnx pb json yaml yml toml tgz gz zip"
    " tflite keras whl html css sh bat exe dll dylib framework cuh mm pyc npy npz csv xml svg".split()
)


def is_address_v4(text: str, start: int, end: int) -> bool:
    """Whether four numbers are an address of a machine, not a version of four parts."""
    address = text[start:end]
    if address in ("192.0.2.1", "0.0.0.0", "255.255.255.255") or address.startswith("127."):
        return False
    before = text[max(0, start - 64) : start].rpartition("\n")[2]
    if _PORT_AFTER.match(text, end) or before.endswith(("://", "@")):
        return True
    first = int(address.partition(".")[0])
    if _VERSION_BEFORE.search(before):
        return bool(first >= 100 and _ADDRESS_BEFORE.search(before))
    if first == 0 or address.endswith(".0.0.0"):
        return False
    return first >= 32 or _is_private(address) or bool(_ADDRESS_BEFORE.search(before))


def _is_private(address: str) -> bool:
    parts = [int(part) for part in address.split(".")]
    return parts[0] == 10 or parts[:2] in ([192, 168], [169, 254]) or (parts[0] == 172 and 16 <= parts[1] < 32)


def is_address_v6(text: str, start: int, end: int) -> bool:
    """Whether groups of hexadecimal digits are an address, not a C++ scope, a time or a PCI place."""
    address = text[start:end]
    if address == "2001:db8::1" or ("::" in address and address.index("::") == 0):
        return False
    groups = [group for group in address.split(":") if group]
    if "::" not in address:
        return len(groups) == 8
    return any(letter.isdigit() for letter in address) and (len(groups) >= 3 or len(groups[0]) == 4)


def is_email(text: str, start: int, end: int) -> bool:
    """Whether it is somebody's address, not a file name, a package or git's own user."""
    address = text[start:end]
    name, _, domain = address.partition("@")
    if address == "user@example.com" or name in ("git", "hg") or domain.rpartition(".")[2].lower() in _NO_TLD:
        return False
    return not re.fullmatch(r"(?i)(?:noreply|no-reply)", name) and not re.match(r"v?\d", domain)


def is_personal(text: str, start: int, end: int) -> bool:
    """Whether a name of a user or machine tells something about somebody (`ubuntu` and `runner` do not)."""
    name = text[start:end]
    return name.lower() not in _SERVICE_ACCOUNTS and name != "user@host1" and not name.startswith("192.0.2.")


def looks_secret(text: str, start: int, end: int) -> bool:
    """Whether a value is random enough for a secret: digits and letters mixed, no path, no dotted name, no version."""
    value = text[start:end].rstrip(".,;")
    if value.startswith(("<", "/", "./")) or "://" in value or value.count("/") > 3:
        return False
    digits = sum(letter.isdigit() for letter in value)
    letters = sum(letter.isalpha() for letter in value)
    if not digits or not letters:
        return len(value) >= 24 and letters >= 20 and not value.islower() and not re.search(r"[._/-]", value)
    words = re.split(r"[._/-]", value)
    # model.layers.12.attention, layer_norm_1: words with a number behind, not one long run
    return max(map(len, words)) >= 12 and any(
        len(word) >= 12 and any(map(str.isdigit, word)) and any(map(str.isalpha, word)) for word in words
    )
