"""Where Zstandard data stand in their frames: whether they end where a frame does, or were cut off.

The library gives out what it could unpack of cut data and says nothing; gzip's does say. The format is RFC 8878: a magic
number, a header, blocks that each tell their size, perhaps a checksum.
"""

_MAGIC = 0xFD2FB528
_SKIPPABLE = range(0x184D2A50, 0x184D2A60)
_DICTIONARY_BYTES = (0, 1, 2, 4)
_CONTENT_SIZE_BYTES = (0, 2, 4, 8)
_RUN = 1
"""Type of a block that is one byte repeated: its size is that of what it stands for."""


class Frames:
    """Follows packed data as they are read, without unpacking them."""

    def __init__(self) -> None:
        self._part = self._magic
        """What comes next; told its bytes once all are there."""
        self._wanted = 4
        self._head = b""
        self._skip = 0
        """Bytes before it that tell nothing."""
        self._checksum = 0

    @property
    def is_complete(self) -> bool:
        """Whether the data seen so far end with a frame."""
        return self._part == self._magic and not self._head and not self._skip

    def feed(self, data: bytes) -> None:
        """The next bytes."""
        position = 0
        while position < len(data):
            if self._skip:
                step = min(self._skip, len(data) - position)
                self._skip -= step
                position += step
                continue
            part = data[position : position + self._wanted - len(self._head)]
            position += len(part)
            self._head += part
            if len(self._head) == self._wanted:
                head, self._head = self._head, b""
                self._part(head)

    def _magic(self, head: bytes) -> None:
        magic = int.from_bytes(head, "little")
        if magic == _MAGIC:
            self._part, self._wanted = self._descriptor, 1
        elif magic in _SKIPPABLE:
            self._part = self._skippable
        # Anything else is damage, of which the unpacking itself tells.

    def _skippable(self, head: bytes) -> None:
        self._skip = int.from_bytes(head, "little")
        self._part = self._magic

    def _descriptor(self, head: bytes) -> None:
        flags = head[0]
        is_single = flags >> 5 & 1
        size = _CONTENT_SIZE_BYTES[flags >> 6] or is_single
        self._checksum = 4 * (flags >> 2 & 1)
        self._skip = (1 - is_single) + _DICTIONARY_BYTES[flags & 3] + size
        self._part, self._wanted = self._block, 3

    def _block(self, head: bytes) -> None:
        value = int.from_bytes(head, "little")
        self._skip = 1 if value >> 1 & 3 == _RUN else value >> 3
        if value & 1:
            self._skip += self._checksum
            self._part, self._wanted = self._magic, 4
