"""Everything crashkb raises on purpose, as one tree.

CrashkbError
├── InputError       the given text or file cannot be used (binary, unreadable, a directory)
│   └── UsageError      what was given can be meant in two ways (several files, a file among words)
├── PageError        a page of the knowledge base breaks a rule
│   ├── TemplateError   a signature template is not of the documented form
│   └── ConditionError  a condition is not of the documented form
├── IngestError      a draft or a change of the knowledge base cannot be made
├── HistoryError     the history file is locked, damaged or of a newer crashkb
└── LibraryError     the knowledge base as a whole cannot be used (no root, broken index)

"No known cause" is an answer, not an error. Each class carries the exit status with which the
command line ends; there is one place that prints them (`crashkb.cli.main`).
"""


class CrashkbError(Exception):
    """Base of all errors that crashkb raises on purpose; its text is one clear line."""

    exit_code = 3


class InputError(CrashkbError):
    """The given text or file cannot be diagnosed."""


class UsageError(InputError):
    """What was given can be meant in two ways; the text says what to give instead."""

    exit_code = 2


class PageError(CrashkbError):
    """A page breaks a rule of the format; the reader turns it into a numbered problem with its line."""


class TemplateError(PageError):
    """A template is not of the documented form (unknown hole type, no literal start, …)."""


class ConditionError(PageError):
    """A condition is not of the documented form."""


class LibraryError(CrashkbError):
    """The knowledge base as a whole cannot be used."""


class IngestError(CrashkbError):
    """A draft or a change of the knowledge base cannot be made."""


class HistoryError(CrashkbError):
    """The history of conversations cannot be used."""
