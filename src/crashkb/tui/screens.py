"""The screens beside the chat: how they are opened. They are imported only then, for the first paint needs none of them."""

from textual import work
from textual.app import App
from textual.screen import Screen

from crashkb.errors import CrashkbError
from crashkb.tui.engine import Engine
from crashkb.tui.record import Recorder
from crashkb.tui.words import word


class ScreensApp(App[None]):
    """The app as far as it opens screens."""

    pages: Engine
    drafts: Engine
    recorder: Recorder
    language: str

    def tell(self, name: str, **values: object) -> None:
        """A remark in the corner. Never markup: paths and messages may hold brackets."""
        self.notify(word(self.language, name, **values), markup=False)

    def problem(self, error: CrashkbError) -> None:
        """An error in the corner."""
        self.notify(str(error).strip().splitlines()[-1], severity="error", markup=False, timeout=8)

    def action_help(self) -> None:
        """Help for newcomers."""
        from crashkb.tui.help_screen import HelpScreen

        self._push(HelpScreen(self.language))

    def action_browse(self) -> None:
        """All pages."""
        self.open_page("")

    def open_page(self, page_id: str) -> None:
        """One page, in the tree of all."""
        from crashkb.tui.browse_screen import BrowseScreen

        if isinstance(self.screen, BrowseScreen):
            self.screen.open(page_id)
        else:
            self._push(BrowseScreen(self.pages, self.language, page_id))

    def action_history(self) -> None:
        """Past conversations."""
        from crashkb.tui.history_screen import HistoryScreen

        self._push(HistoryScreen(self.recorder, self.language))

    def action_unknowns(self) -> None:
        """What was not answered with confidence."""
        from crashkb.tui.unknowns_screen import UnknownsScreen

        self._push(UnknownsScreen(self.recorder, self.language))

    def action_drafts(self) -> None:
        """Pages on their way in."""
        from crashkb.tui.drafts_screen import DraftsScreen

        self._push(DraftsScreen(self.recorder, self.language))

    def open_draft(self, name: str) -> None:
        """One draft as a form."""
        from crashkb.tui.draft_screen import DraftScreen

        self.push_screen(DraftScreen(self.drafts, self.language, name))

    @work(exclusive=True, group="start-draft")
    async def start_draft(self, turn: int) -> None:
        """A new draft of a turn of the history, opened."""
        self.tell("draft-making")
        try:
            name = await self.drafts.request("drafting", "start", turn)
        except CrashkbError as error:
            self.problem(error)
        else:
            self.open_draft(name)

    def _push(self, screen: Screen[None]) -> None:
        """Show a screen once: its key pressed again closes it."""
        if type(self.screen) is type(screen):
            self.pop_screen()
        elif not self.screen.is_modal:
            self.push_screen(screen)

    def action_follow(self, target: str) -> None:
        """A link: a page of ours, or one of the web."""
        if target.startswith(("https://", "http://")):
            self.open_url(target)
        else:
            self.open_page(target.removesuffix(".md").rpartition("/")[2])
