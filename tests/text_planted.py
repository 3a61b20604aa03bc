"""Secrets of many kinds, made up at random, each in a line as programs print it."""

import random
import string
from collections.abc import Callable

_LETTERS = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"

Make = Callable[[random.Random], tuple[str, str]]
"""Returns (secret, line that holds it)."""


def _text(rng: random.Random, letters: str, count: int) -> str:
    return "".join(rng.choice(letters) for _ in range(count))


def _token(prefix: str, letters: str, count: int, line: str = "using token {}") -> Make:
    def make(rng: random.Random) -> tuple[str, str]:
        secret = prefix + _text(rng, letters, count)
        return secret, line.format(secret)

    return make


def _name(rng: random.Random) -> str:
    return rng.choice(("alice", "bob.smith", "zhangwei", "m_rossi", "jdoe42", "Karl", "li-na", "x.ouyang"))


def _home(form: str) -> Make:
    def make(rng: random.Random) -> tuple[str, str]:
        name = _name(rng)
        return name, form.format(name)

    return make


def _jwt(rng: random.Random) -> tuple[str, str]:
    secret = f"eyJ{_text(rng, _LETTERS, 33)}.eyJ{_text(rng, _LETTERS, 60)}.{_text(rng, _LETTERS + '-_', 43)}"
    return secret, f"x-id-token: {secret}"


def _key_block(rng: random.Random) -> tuple[str, str]:
    inner = _text(rng, _LETTERS + "+/", 64)
    return inner, f"-----BEGIN RSA PRIVATE KEY-----\n{inner}\n-----END RSA PRIVATE KEY-----"


def _ipv4(form: str) -> Make:
    def make(rng: random.Random) -> tuple[str, str]:
        first = rng.choice((10, 10, 34, 52, 100, 172, 192, 203))
        second = {172: 20, 192: 168}.get(first, rng.randint(0, 255))
        secret = f"{first}.{second}.{rng.randint(0, 255)}.{rng.randint(1, 254)}"
        return secret, form.format(secret)

    return make


def _ipv6(rng: random.Random) -> tuple[str, str]:
    groups = [_text(rng, _HEX, 4) for _ in range(4)]
    secret = "fe80::" + ":".join(groups[:4]) if rng.random() < 0.5 else "2001:db8:" + ":".join(groups) + ":0:1"
    return secret, f"client socket has connected to [{secret}]:29500"


def _mac(rng: random.Random) -> tuple[str, str]:
    secret = ":".join(_text(rng, _HEX, 2) for _ in range(6))
    return secret, f"eth0: link up, address {secret}"


def _email(rng: random.Random) -> tuple[str, str]:
    secret = f"{_name(rng)}@{rng.choice(('corp', 'mail', 'uni-x'))}.{rng.choice(('com', 'de', 'example.cn', 'ac.uk'))}"
    return secret, f"Reported by {secret} on Monday"


def _gpu_uuid(rng: random.Random) -> tuple[str, str]:
    parts = "-".join(_text(rng, _HEX, count) for count in (8, 4, 4, 4, 12))
    return f"GPU-{parts}", f"GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-{parts})"


def _udid(rng: random.Random) -> tuple[str, str]:
    secret = f"00008{_text(rng, '0123456789', 3)}-{_text(rng, _HEX.upper(), 16)}"
    return secret, f"Device {secret} disconnected"


PLANTED: dict[str, Make] = {
    "aws key id": _token("AKIA", string.ascii_uppercase + string.digits, 16),
    "aws secret": _token("", _LETTERS, 40, "aws_secret_access_key = {}"),
    "github": _token("ghp_", _LETTERS, 36),
    "github fine-grained": _token("github_pat_", _LETTERS, 60),
    "gitlab": _token("glpat-", _LETTERS, 20),
    "slack": _token("xoxb-", string.digits, 40),
    "stripe": _token("sk_live_", _LETTERS, 24),
    "google api": _token("AIza", _LETTERS, 35),
    "google oauth": _token("ya29.", _LETTERS, 60),
    "openai": _token("sk-proj-", _LETTERS, 48),
    "anthropic": _token("sk-ant-api03-", _LETTERS, 80),
    "huggingface": _token("hf_", _LETTERS, 34, "huggingface-cli login --token {}"),
    "npm": _token("npm_", _LETTERS, 36, "//registry.npmjs.org/:_authToken={}"),
    "pypi": _token("pypi-AgEIcHlwaS5vcmc", _LETTERS, 100),
    "sendgrid": _token("SG.", _LETTERS, 22, "key {}.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
    "databricks": _token("dapi", _HEX, 32),
    "docker": _token("dckr_pat_", _LETTERS, 27),
    "digitalocean": _token("dop_v1_", _HEX, 64),
    "nvidia": _token("nvapi-", _LETTERS, 64),
    "wandb": _token("", _HEX, 40, "WANDB_API_KEY={}"),
    "azure storage": _token("", _LETTERS, 86, "DefaultEndpointsProtocol=https;AccountKey={}=="),
    "alibaba": _token("LTAI", _LETTERS, 20, "accessKeyId: {}"),
    "telegram": _token("123456789:AA", _LETTERS, 33),
    "bearer": _token("", _LETTERS, 40, "Authorization: Bearer {}"),
    "password": _token("P", _LETTERS, 9, "login failed for user=svc password={}"),
    "url credentials": _token("", _LETTERS, 12, "pip index https://svc:{}@pypi.corp.example/simple"),
    "signed url": _token("", _LETTERS, 64, "GET https://b.s3.amazonaws.com/m.pt?X-Amz-Signature={} 403"),
    "jwt": _jwt,
    "private key": _key_block,
    "linux home": _home('  File "/home/{}/train/run.py", line 12, in main'),
    "macos home": _home("dyld: Library not loaded: /Users/{}/lib/libfoo.dylib"),
    "windows home": _home('  File "C:\\Users\\{}\\proj\\run.py", line 3'),
    "escaped windows home": _home("OSError: [WinError 126] 'C:\\\\Users\\\\{}\\\\x.dll'"),
    "wsl home": _home("cannot open /mnt/c/Users/{}/model.bin"),
    "mac": _mac,
    "email": _email,
    "ipv4 with port": _ipv4("connect() to {}:29500 failed"),
    "ipv4 alone": _ipv4("no route to host {} after 3 tries"),
    "ipv6": _ipv6,
    "gpu uuid": _gpu_uuid,
    "udid": _udid,
    "serial number": _token("C0", string.ascii_uppercase + string.digits, 10, "Serial Number: {}1"),
    "adb serial": _token("R5", string.ascii_uppercase + string.digits, 9, "adb -s {}3 shell"),
    "internal host": _token("db", string.digits, 3, "could not resolve {}.corp.local"),
    "prompt host": _token("node", string.digits, 3, "carol@{}:~/work$ python train.py"),
}
"""Kind → what makes one."""

TELLING = (
    "torch==2.1.0+cu118 numpy 1.26.4 TensorRT 8.6.1.6 cuDNN 8.9.7.29",
    "nvidia-cublas-cu12       12.1.3.1",
    "nvidia-cudnn-cu12==8.9.2.26 is installed",
    "Driver Version: 535.104.05   CUDA Version: 12.2",
    "GPU driver 31.0.15.2802, build 10.0.19045.3448",
    "CUDA error 700, exit status 137, [Errno 98], code 0xC0000005, Xid (PCI:0000:65:00): 79",
    "Didn't find op for builtin opcode 'FULLY_CONNECTED' version '12'",
    "opset 17, ir_version 9, compute capability 8.6",
    "shape [64, 3, 224, 224] and torch.Size([32, 1]) and 4x1800",
    "Tried to allocate 20.00 MiB (GPU 0; 7.78 GiB total capacity; 268435456 bytes)",
    "#00 pc 000000000004e3a8  /apex/com.android.runtime/lib64/bionic/libc.so (abort+180)",
    "==10125==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55b2201f82b4",
    "libcudart.so.12: cannot open shared object file: libstdc++.so.6: version `GLIBCXX_3.4.30' not found",
    "c10::Error std::bad_alloc at::native::add 12:34:56 0000:65:00.0 memcpy@@GLIBC_2.14",
    "pad_token_id=50256 max_tokens=2048 eos_token: </s> tokenizer: BertTokenizerFast token_type_ids=shape(1, 128)",
    "key: model.layers.12.self_attn.q_proj.weight missing, KeyError: 'model_state_dict_ema_0999'",
    "keys=['encoder.layer.0.attention.self.query.weight'] secret sauce",
    "Fingerprint: 'google/sdk_gphone64_x86_64/emu64xa:14/UE1A.230829.036/10768882:user/release-keys'",
    "I0000 00:00:1796053675.807230   20733 cudart_stub.cc:31] Could not find cuda drivers",
    "https://pytorch.org/docs/stable/notes/cuda.html github.com/pytorch/pytorch.git@v2.1.0 localhost:8501 127.0.0.1:6006",
    "layer@v1.conv react-dom@17.0.2 icon@2x.png git@github.com:org/repo.git",
    "sk-learn sk-image hf_hub_download npm_config_registry pypi-mirror",
    "Build ID: 4c3a9d1e6f7b8a90 (offset 0x1c000) BuildId: 0123456789abcdef0123456789abcdef",
    "a1b2c3d4e5f60718293a4b5c6d7e8f9012345678 is the first bad commit",
)
"""Lines that hold what a diagnosis needs; none of it may be masked."""
