"""What a draft would do, in words: the pane beside its form."""

from collections.abc import Iterator, Sequence

from textual.containers import VerticalScroll
from textual.content import Content

from crashkb.render.fill import plain
from crashkb.tui.draft_wire import Flaw, Log, Sight
from crashkb.tui.flow import Paragraph
from crashkb.tui.words import word

_MOST = 8
_LONGEST = 300


class PreviewPane(VerticalScroll, can_focus=True):
    """The lines about a draft; old ones stay, marked as old, while it is looked at anew."""

    DEFAULT_CSS = """
    PreviewPane { height: 1fr; width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    PreviewPane > Paragraph { height: auto; }
    PreviewPane.-old > Paragraph { text-opacity: 60%; }
    PreviewPane:focus { background: $boost; }
    """

    async def show(self, lines: Sequence[Content]) -> None:
        """Show these lines."""
        self.remove_class("-old")
        await self.remove_children()
        await self.mount_all(Paragraph(line, 2) for line in lines)
        self.scroll_home(animate=False)


def sight_lines(sight: Sight, language: str) -> Iterator[Content]:
    """What there is to see, the most pressing first."""
    if sight.clean:
        yield Content.styled(word(language, "draft-clean"), "bold $text-success")
    elif sight.flaws:
        yield Content.styled(word(language, "draft-flaws", count=len(sight.flaws)), "bold $text-error")
    yield from flaw_lines(sight.flaws, language)
    yield from _logs(sight.stolen, language, "draft-steals", "$text-warning", count=len(sight.stolen))
    if not sight.stolen:
        yield Content(word(language, "draft-steals-none"))
    yield from _logs(sight.noisy, language, "draft-noisy", "$text-warning", count=len(sight.noisy), quiet=sight.quiet)
    if not sight.noisy:
        yield Content(word(language, "draft-quiet", quiet=sight.quiet))
    yield from _logs(sight.logs, language, "draft-finds", "", count=len(sight.logs), tried=sight.tried)
    if not sight.logs:
        yield Content(word(language, "draft-finds-none" if sight.tried else "draft-finds-nowhere", tried=sight.tried))
    yield from _effect(sight, language)


def flaw_lines(flaws: Sequence[Flaw], language: str) -> Iterator[Content]:
    """File, line and what is wrong there; the file's name is enough, for a draft has few."""
    for flaw in flaws[:_MOST]:
        yield Content.assemble((f"{plain(flaw.place).rpartition('/')[2]} ", "bold"), plain(flaw.text)[:_LONGEST])
    yield from _more(len(flaws), language)


def _logs(found: Sequence[Log], language: str, name: str, style: str, **values: int) -> Iterator[Content]:
    if not found:
        return
    yield Content.styled(word(language, name, **values), style)
    for log in found[:_MOST]:
        yield Content.assemble(
            f"· {plain(log.name)[:_LONGEST]}", (f"  {log.cause}" if log.cause else "", "$text-muted")
        )
    yield from _more(len(found), language)


def _effect(sight: Sight, language: str) -> Iterator[Content]:
    if not sight.whole:
        yield Content.styled(word(language, "draft-no-effect"), "$text-muted")
        return
    counts = {"asked": sight.asked, "solved": sight.solved, "altered": len(sight.altered)}
    yield Content(word(language, "draft-effect", **counts))
    nothing = word(language, "draft-nothing")
    for change in sight.altered[:_MOST]:
        yield Content(f"· {plain(change.name)}: {change.before or nothing} → {change.after or nothing}")
    yield from _more(len(sight.altered), language)


def _more(count: int, language: str) -> Iterator[Content]:
    if count > _MOST:
        yield Content.styled(word(language, "draft-more", count=count - _MOST), "$text-muted")
