"""What secrets and personal data look like where they are told by what stands around them.

Tokens that are told by their own prefix stand in `crashkb.text.secret_tokens`.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from crashkb.text.secret_checks import is_address_v4, is_address_v6, is_email, is_personal, looks_secret


class Rule(NamedTuple):
    """One kind of secret."""

    kind: str
    triggers: tuple[str, ...]
    """Lower-case words of which one must stand in the text."""
    regex: str
    """Its group `secret` (the whole match without one) is replaced."""
    replacement: str
    accepts: Callable[[str, int, int], bool] | None = None
    """Decides from (text, start, end) of the secret; None accepts all."""


_SECRET_NAME = (
    r"(?:api[_-]?key|apikey|access[_-]?key(?:[_-]?id)?|secret[_-]?(?:access[_-]?)?key|client[_-]?secret|secret"
    r"|access[_-]?token|auth[_-]?token|refresh[_-]?token|private[_-]?token|session[_-]?token|(?<!publickey)token|account[_-]?key"
    r"|shared[_-]?access[_-]?key|credential)"
)

RULES: tuple[Rule, ...] = (
    # -----BEGIN RSA PRIVATE KEY-----\nMIIE…\n-----END RSA PRIVATE KEY-----
    Rule(
        "private-key",
        ("private key",),
        r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
        r"[^-]{0,20000}+(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?",
        "<private-key>",
    ),
    # https://bob:hunter2@registry.corp.local/x
    Rule(
        "url-credentials",
        ("://",),
        r"(?<=://)(?P<secret>[^\s/@:'\"<>]{0,128}:[^\s/@'\"<>]{1,256}|[^\s/@:'\"<>]{8,256})(?=@)",
        "<credentials>",
        lambda text, start, end: text[start:end] != "<credentials>",
    ),
    # Authorization: Bearer 8f2c…; Proxy-Authorization: Basic dXNlcjpwYXNz
    Rule(
        "authorization",
        ("bearer ", "basic ", "authorization"),
        r"(?i:\b(?:bearer|basic)[ \t]{1,4})(?P<secret>[A-Za-z0-9._~+/=-]{12,4096})",
        "<authorization>",
        looks_secret,
    ),
    # ?X-Amz-Signature=…&token=…
    Rule(
        "url-token",
        ("?", "&"),
        r"(?i:[?&](?:token|key|sig|signature|password|auth|code|access_token|api_key|apikey|secret"
        r"|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential))=)(?P<secret>[^\s&'\"<>]{6,2048})",
        "<token>",
    ),
    # password=hunter2; "passwd": "x9…"
    Rule(
        "password",
        ("password", "passwd", "pwd", "passphrase", "密码"),
        r"(?i:(?:password|passwd|passphrase|(?<![a-z])pwd|密码)[\"']?[ \t]{0,4}(?:=>|[:=：])[ \t]{0,4}[\"']?)"
        r"(?P<secret>[^\s'\",;<>(){}\[\]]{4,256})",
        "<password>",
        lambda text, start, end: (
            not re.fullmatch(r"(?i)none|null|true|false|\*+|str|string|required|\.{3}|/[\w./-]+", text[start:end])
        ),
    ),
    # WANDB_API_KEY=0123…; "client_secret": "…"
    Rule(
        "secret",
        ("key", "token", "secret", "credential"),
        rf"(?i:{_SECRET_NAME}[\"']?[ \t]{{0,4}}(?:=>|[:=：])[ \t]{{0,4}}[\"']?)(?P<secret>[A-Za-z0-9_+/=.~-]{{16,1024}})",
        "<secret>",
        looks_secret,
    ),
    # bob.smith@corp.example.org
    Rule(
        "email",
        ("@",),
        r"(?<![\w.+@/-])[A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,6}[A-Za-z]{2,18}(?![\w@-]|\.\w)",
        "user@example.com",
        is_email,
    ),
    # bob@gpu-node-17:~/work$ python train.py
    Rule(
        "prompt",
        ("@",),
        r"(?m:^)[ \t]{0,8}(?:\([\w.-]{1,40}\)[ ]?)?\[?(?P<secret>[a-z_][\w.-]{0,31}@[A-Za-z0-9][\w.-]{0,63})(?=[: ][~/\w][^\n]{0,120}[$#>%])",
        "user@host1",
        is_personal,
    ),
    # /home/bob/x, /Users/bob, /mnt/c/Users/bob, C:\Users\bob\x, C:\\Users\\bob
    Rule(
        "user",
        ("home", "users", "documents and settings"),
        r"(?i:(?<![\w.-])(?:/[\w.-]{1,40}){0,3}/(?:home\d?|users)/|[a-z]:[\\/]{1,4}(?:users|documents and settings)[\\/]{1,4}"
        r"|/(?:export|usr|var|nfs|net)/home/)(?P<secret>[\w.@+-]{1,64}(?: [A-Z][\w.-]{0,30}(?=[\\/]))?)(?=[\\/\s:;,'\")\]>]|$)",
        "user",
        is_personal,
    ),
    # USER=bob, LOGNAME=bob, uid=1000(bob), "username": "bob"
    Rule(
        "user",
        ("user", "logname", "uid="),
        r"(?:(?<![\w])(?:USER|LOGNAME|USERNAME)=|uid=\d{1,10}\(|(?i:\busername[\"']?[ ]{0,2}[:=][ ]{0,2}[\"']?)|(?i:\bsu(?:do)?: user ))"
        r"(?P<secret>[A-Za-z_][\w.-]{1,63})(?![\w.(-])",
        "user",
        is_personal,
    ),
    # GPU-3f1c2d4e-…, Serial Number: C02XK…, ro.serialno=…, adb -s R58M…, IMEI: 35…, CrashReporter Key: …
    Rule(
        "serial",
        (
            "gpu-",
            "mig-",
            "serial",
            "adb",
            "imei",
            "meid",
            "udid",
            "key:",
            "android_id",
            "uuid",
            "序列号",
            "s/n",
            "sn:",
            "sn=",
        ),
        r"(?P<secret>(?<![\w-])(?:GPU|MIG)-[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})"
        r"|(?i:\b(?:(?:board |chassis |product |device |gpu )?serial(?:[ _-]?(?:no|num|number))?|ro\.(?:boot\.)?serialno|android_serial"
        r"|imei|meid|udid|android[_ ]id|s/n|sn|crashreporter key|hardware uuid|device (?:identifier|uuid|id)|序列号)\]?[\"']?"
        r"[ \t]{0,20}[:=：][ \t]{0,8}[\[\"']?|\badb(?:\.exe)? -s )(?P<secret2>(?=[A-Za-z:-]{0,40}\d)[A-Za-z0-9][A-Za-z0-9:-]{5,63})(?![\w.])",
        "SERIAL0001",
        lambda text, start, end: text[start:end] != "SERIAL0001",
    ),
    # 01234567ABCDEF\tdevice (adb devices); 00008030-001A2B3C4D5E6F7A (Apple UDID)
    Rule(
        "serial",
        ("device", "00008"),
        r"(?m:^)(?P<secret>(?=[A-Za-z]{0,20}\d)[A-Za-z0-9]{6,24})(?=[ \t]{1,20}(?:device|unauthorized|offline|recovery)\b)"
        r"|(?<![\w-])(?P<secret2>0000[0-9A-F]{4}-[0-9A-F]{16})(?![\w-])",
        "SERIAL0001",
        lambda text, start, end: text[start:end] != "SERIAL0001",
    ),
    # 3c:52:82:1a:9f:04, 3C-52-82-1A-9F-04
    Rule(
        "mac",
        (":", "-"),
        r"(?<![\w:.-])(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}(?![\w:-])|(?<![\w:.-])(?:[0-9a-fA-F]{2}-){5}[0-9a-fA-F]{2}(?![\w:-])",
        "00:00:5e:00:53:01",
        lambda text, start, end: text[start:end] != "00:00:5e:00:53:01",
    ),
    # fe80::1ff:fe23:4567:890a, 2001:db8:85a3:0:0:8a2e:370:7334
    Rule(
        "ipv6",
        ("::", ":"),
        r"(?<![\w:.])(?:(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}"
        r"|(?:[0-9a-fA-F]{1,4}:){1,6}(?::[0-9a-fA-F]{1,4}){1,6})(?![\w:]|\.\w)",
        "2001:db8::1",
        is_address_v6,
    ),
    # peer 10.3.1.7:29500
    Rule(
        "ipv4",
        (".",),
        r"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?![\w]|\.\d)",
        "192.0.2.1",
        is_address_v4,
    ),
    # ip-10-0-3-17.ec2.internal, db01.corp.local, gpu3.lan
    Rule(
        "host",
        (".internal", ".local", ".corp", ".lan", ".intra", "ip-", ".cluster", ".home.arpa", ".amazonaws.com"),
        r"(?<![\w.@/-])(?:ip-\d{1,3}(?:-\d{1,3}){3}(?:\.[a-z0-9.-]{1,60})?"
        r"|[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.){1,5}(?:internal|local|corp|lan|intra|intranet|home\.arpa|compute\.amazonaws\.com))(?![\w-]|\.\w)"
        r"|(?<=://)(?P<secret>(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,5}(?:internal|local|corp|lan|intra|intranet))(?![\w-]|\.\w)",
        "host1",
    ),
    # hostname: gpu-node-17; MASTER_ADDR=node3; Linux gpu-node-17 5.15.0-91-generic; gpu7:1234:1234 [0] NCCL INFO
    Rule(
        "host",
        (
            "hostname",
            "nodename",
            "master_addr",
            "computername",
            "computer name",
            "主机名",
            "linux ",
            "darwin ",
            "nccl",
            "rdzv",
            "host ",
        ),
        r"(?i:\b(?:hostname|host name|nodename|node name|master_addr|computer ?name|主机名)[\"']?[ \t]{0,8}[:=：][ \t]{0,8}[\"']?|rdzv[_-]endpoint[ =]{1,2})"
        r"(?P<secret>[A-Za-z0-9][\w.-]{1,62})(?![\w(/])"
        r"|(?:\bLinux|\bDarwin) (?!version )(?P<secret2>[A-Za-z0-9][\w.-]{1,62})(?= \d{1,3}\.\d{1,3}\.\d)"
        r"|(?m:^)(?P<secret3>[A-Za-z][\w.-]{1,62})(?=:\d{1,7}:\d{1,7} \[\d{1,3}\] NCCL )",
        "host1",
        is_personal,
    ),
    # Nov 30 12:00:01 gpu-node-17 kernel: …
    Rule(
        "host",
        ("kernel:", "systemd", "]:"),
        r"(?m:^)(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]{0,10}(?:Z|[+-]\d\d:?\d\d)?) "
        r"(?P<secret>[A-Za-z0-9][\w.-]{1,62})(?= [\w./-]{1,40}(?:\[\d{1,8}\])?: )",
        "host1",
        is_personal,
    ),
)
