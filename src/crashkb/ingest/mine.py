"""Template mining: from the telling lines of one or several logs to the template that finds the next one.

Candidates are the clauses of the telling lines, from wide (all that varies is a hole) to narrow (figures kept, two
lines together). A candidate counts if it stands in every given log, its words are not everyday words, and it stands
in no other page's sample and in no healthy or foreign log. The widest such candidate with the most telling words wins.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crashkb.errors import TemplateError
from crashkb.ingest.corpus import Corpus, CorpusText
from crashkb.ingest.generalise import LEVELS, Piece, keep, merge, split, template_text
from crashkb.ingest.telling import TellingLine
from crashkb.kb.template import find, parse_template
from crashkb.text.fold import lower

ENOUGH = 8.0
"""Least telling weight of a template's words: two rare words or four less rare ones."""

_MOST_CLAUSES = 4
_LIKE_ENOUGH = 60.0

# what ends a clause: ". ", ": ", "; ", " - "
_CLAUSE_END = re.compile(r"(?<=[.;!?:])\s+|\s+[-–|]\s+|(?<=\w)\. ?(?=[A-Z][a-z])|(?<=[a-z]):(?=[A-Z]|/(?!/))")
# what a program advises after it has said what is wrong
_ADVICE = re.compile(
    r"(?i)^\s*(?:please|try|see|if you|you can|you may|what you should|use |make sure|for the|to (?:fix|avoid|work|turn)|only hold|set )"
)
_WEB = re.compile(r"https?://\S+|\bwww\.\S+|\b\w+\.\w+\.\w+/\S+")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z']{2,30}")
# RuntimeError, torch.distributed.DistStoreError
_TYPE = re.compile(r"\w*(?:Error|Exception|Warning)$")
# What any program may say: such words alone never make a template.
_EVERYDAY = frozenset(
    "the and for not with from this that are was has have had been error errors exception failed failure fail fatal warning info"
    " cannot could should would will can may must invalid unexpected unknown expected got found missing file files line name value"
    " type argument arguments object function method module attribute call run running process program exit code status"
    " message details see more than its any all one but you your use using used when while please make sure try set"
    " traceback most recent last user app code in-user index key".split()
)


class Mined(NamedTuple):
    """A template with how it was found."""

    template: str
    line: TellingLine
    level: str
    """'wide', 'named', 'exact' or 'two lines'."""
    weight: float
    """How telling its words are."""
    leads: bool
    """Whether it begins with what the message begins with."""
    steals: tuple[str, ...] = ()
    """Names of other texts in which it stands; empty if it is clean."""


class _Candidate(NamedTuple):
    pieces: tuple[Piece, ...]
    level: str
    line: TellingLine
    leads: bool
    """Whether it holds the first clause that says something, not what is advised or explained after it."""


def mine(
    logs: Sequence[Sequence[TellingLine]], texts: Sequence[str], corpus: Corpus, allowed: frozenset[str] = frozenset()
) -> tuple[Mined, ...]:
    """Templates for an incident, best first; empty if its logs have no telling line at all.

    Args:
        logs: telling lines of each log of the incident.
        texts: the searched text of each log, folded.
        corpus: what the template must not touch.
        allowed: causes whose samples it may touch.
    """
    lowered = [lower(text) for text in texts]
    found: dict[str, Mined] = {}
    for line in logs[0]:
        for candidate in _candidates(line, logs[1:]):
            mined = _judge(candidate, texts, lowered, corpus, allowed)
            if mined is not None and mined.template not in found:
                found[mined.template] = mined
    ranked = sorted(found.values(), key=_order)
    return tuple(ranked)


def _order(mined: Mined) -> tuple[float, ...]:
    """Clean before stealing, telling enough before not, wide before narrow, then by weight and place."""
    enough = (min(mined.weight, 2 * ENOUGH) + (4.0 if mined.leads else 0.0)) * mined.line.weight
    narrow = (*LEVELS, "two lines").index(mined.level)
    return (
        len(mined.steals) > 0,
        mined.weight < ENOUGH,
        -enough + 4.0 * narrow + len(mined.template) / 200,
        mined.line.number,
    )


def _judge(
    candidate: _Candidate, texts: Sequence[str], lowered: Sequence[str], corpus: Corpus, allowed: frozenset[str]
) -> Mined | None:
    """The candidate as a template, None if it is none or does not stand in every log."""
    text = template_text(candidate.pieces)
    try:
        template = parse_template(text)
    except TemplateError:
        return None
    if "{" not in text and len(text) < 6:
        return None
    for log, low in zip(texts, lowered, strict=True):
        if not all(anchor in low for anchor in template.anchors) or find(template, log) is None:
            return None
    weight = telling_weight(candidate.pieces, corpus)
    steals = tuple(dict.fromkeys(hit.name for hit in corpus.hits(template) if _is_theft(hit, allowed)))
    return Mined(text, candidate.line, candidate.level, weight, candidate.leads, steals)


def _is_theft(hit: CorpusText, allowed: frozenset[str]) -> bool:
    return hit.kind in ("sample", "log", "quiet") and hit.cause not in allowed


def telling_weight(pieces: Sequence[Piece], corpus: Corpus) -> float:
    """The sum of the rarities of the plain words that stand in the literals, each word once."""
    words: dict[str, float] = {}
    for piece in pieces:
        if piece.kind:
            continue
        for token in re.split(r"[\s,;()\[\]'\"`]+", _WEB.sub(" ", piece.text)):
            for word in _PLAIN.findall(re.sub(r"(?:\w+(?:::|\.))+(?=\w)|[\w/\\.]+\.(?:cc|cpp|h|py|cu)\b", "", token)):
                for part in re.findall(r"[A-Z]?[a-z]{2,}|[A-Z]{3,}", word):
                    low = part.lower()
                    if low not in _EVERYDAY and not _TYPE.match(token.rstrip(":").rpartition(".")[2]):
                        words[low] = min(6.0, corpus.rarity(low))
        words |= dict.fromkeys(re.findall(r"[\u4e00-\u9fff]", piece.text), 1.5)
        # names with a meaning of their own: aten::svd, GLIBC_2.99, FULLY_CONNECTED
        words |= dict.fromkeys(re.findall(r"\b[A-Z][A-Z0-9]{2,}_[A-Z0-9_.]{2,}\b|\b\w+::\w+\b", piece.text)[:1], 3.0)
    return sum(sorted(words.values(), reverse=True)[:8])


# --- candidates ---------------------------------------------------------------------------------


def _candidates(line: TellingLine, others: Sequence[Sequence[TellingLine]]) -> Iterator[_Candidate]:
    """Every clause and run of clauses on every level, then the line together with the one before it."""
    pieces = split(line.text)
    for lines in others:
        partner = _partner(line, lines)
        if partner is not None:
            pieces = merge(pieces, split(partner.text))
    runs = list(_runs(pieces))
    for level in LEVELS:
        for leads, run in runs:
            yield _Candidate(keep(run, level), level, line, leads)
    function = re.search(r"(?:, in |\bat )([\w.$<>]{2,80})$", line.before.strip())
    if function:
        pair = (Piece(f"in {function[1]} "), *pieces)
        for level in LEVELS:
            yield _Candidate(keep(pair, level), "two lines", line, True)


def _partner(line: TellingLine, lines: Sequence[TellingLine]) -> TellingLine | None:
    """The line of another log that says the same."""
    from rapidfuzz import fuzz, process  # deferred: only several logs of one incident need it

    best = process.extractOne(line.text, [other.text for other in lines], scorer=fuzz.ratio, score_cutoff=_LIKE_ENOUGH)
    return lines[best[2]] if best is not None else None


def _runs(pieces: Sequence[Piece]) -> Iterator[tuple[bool, tuple[Piece, ...]]]:
    """(leads, pieces) of one to four neighbouring clauses of a line, and of the whole line."""
    clauses = _clauses(pieces)
    lead = next((number for number, clause in enumerate(clauses) if _says_something(clause)), 0)
    seen: set[tuple[Piece, ...]] = set()
    for count in (*range(1, _MOST_CLAUSES + 1), len(clauses)):
        for first in range(len(clauses) - count + 1):
            run = keep([piece for clause in clauses[first : first + count] for piece in clause], "wide")
            if run not in seen:
                seen.add(run)
                yield first <= lead < first + count, run


def _clauses(pieces: Sequence[Piece]) -> list[list[Piece]]:
    clauses: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.kind:
            clauses[-1].append(piece)
            continue
        done = 0
        for match in _CLAUSE_END.finditer(piece.text):
            clauses[-1].append(Piece(piece.text[done : match.end()]))
            clauses.append([])
            done = match.end()
        if done < len(piece.text):
            clauses[-1].append(Piece(piece.text[done:]))
    return [clause for clause in clauses if clause]


def _says_something(clause: Sequence[Piece]) -> bool:
    """Whether a clause is more than the exception's type, a status or a place, and no advice."""
    text = "".join(piece.text for piece in clause if not piece.kind)
    words = [word for word in _PLAIN.findall(text) if not _TYPE.match(word)]
    return len(words) >= 2 and not _ADVICE.match(text)
