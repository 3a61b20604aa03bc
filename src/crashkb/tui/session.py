"""One conversation: it takes what was said, asks the worker, keeps the record, and yields entries for the screen."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from crashkb.chat import Diagnosis, Reply, State, begun, open_question, respond, with_proven_steps
from crashkb.chat_phrases import language_of
from crashkb.model import LANGUAGES, Step
from crashkb.tui.attachment import Attachment, brief, whole_text
from crashkb.tui.engine import Engine, Refused
from crashkb.tui.entries import Answered, Entry, Guide, Note, Said, Told
from crashkb.tui.log_lines import split_lines
from crashkb.tui.log_source import JoinedLines, file_lines
from crashkb.tui.record import Recorder

if TYPE_CHECKING:
    from crashkb.history import Turn

GUIDE_PLATFORMS = ("linux", "windows", "macos", "android", "ios")
_MOST_STORED_PASTE = 1_000_000


class Session:
    """A conversation with its place in the history.

    Args:
        engine: the worker.
        recorder: the history.
        language: of answers to texts that do not tell theirs.
    """

    def __init__(self, engine: Engine, recorder: Recorder, language: str) -> None:
        self.engine = engine
        self.recorder = recorder
        self.language = language
        self.state = State()
        self.entries: list[Entry] = []
        self.ticked: set[tuple[str, str]] = set()
        self.conversation = 0
        self.title = ""
        self._replaying = False

    @property
    def last(self) -> Answered | None:
        """The newest answer."""
        return next((entry for entry in reversed(self.entries) if isinstance(entry, Answered)), None)

    @property
    def spoken(self) -> str:
        """The language of the newest answer, else the screen's."""
        last = self.last
        return last.language if last is not None else self.language

    def speak(self, language: str) -> None:
        """Go on in that language, also about what was said before."""
        self.language = language
        self.entries = [
            entry._replace(language=language) if isinstance(entry, Answered | Told | Guide) else entry
            for entry in self.entries
        ]

    # --- what was said ----------------------------------------------------------------------------

    async def say(self, text: str, attachments: Sequence[Attachment] = ()) -> list[Entry]:
        """The entries that follow from what was said (which is an entry of its own, made by `hear`).

        Raises:
            Refused: a file cannot be used.
            EngineError: the worker failed.
        """
        if attachments:
            whole, paths = whole_text(attachments, text)
            return [await self._ask(whole, paths, {"kind": "ask"})]
        spoken = language_of(text) or self.spoken
        state, reply = respond(self.state, text, spoken, self.ticked)
        if reply.kind == "ask":
            return [await self._ask(text, (), {"kind": "ask"})]
        if reply.kind == "guide":
            return [await self.guide("")]
        before = self.state
        self.state = state
        await self._keep_outcome(reply)
        if reply.kind == "rerank":
            return await self._rerank(text, reply, before, spoken)
        entry = self._told(before, text, reply, spoken)
        self.entries.append(entry)
        await self._keep(text, {"kind": "follow-up", "said": text})
        return [entry]

    def hear(self, text: str, attachments: Sequence[Attachment] = ()) -> Said:
        """The entry of what was said."""
        said = Said(text, tuple(attachments))
        self.entries.append(said)
        return said

    async def _rerank(self, said: str, reply: Reply, before: State, spoken: str) -> list[Entry]:
        assert before.diagnosis is not None
        confidences = {cause.id: cause.confidence for cause in before.diagnosis.answer.causes}
        try:
            entry = await self._ask(reply.text, before.paths, {"kind": "follow-up", "said": said}, confidences)
        except BaseException:
            self.state = before  # stopped or failed: the question may be answered once more
            raise
        self.entries[-1] = entry = entry._replace(language=spoken)
        return [entry]

    async def _ask(
        self,
        text: str,
        paths: tuple[str, ...],
        chat: Mapping[str, Any],
        before: Mapping[str, float] | None = None,
    ) -> Answered:
        """Diagnose, and keep the turn."""
        priors = dict(self.state.priors) if before is not None else {}
        judged = await self.recorder.cause_outcomes()
        diagnosis: Diagnosis = await self.engine.request("diagnose", text, paths, self.language, priors, judged)
        if before is None:
            self.state = State()  # asked anew, the same text starts anew
        outcomes = await self.recorder.step_outcomes([cause.id for cause in diagnosis.views["en"].causes])
        diagnosis = with_proven_steps(diagnosis, outcomes)
        self.state = begun(self.state, text, paths, diagnosis, goes_on=before is not None)
        turn = await self._keep_answer(text, paths, diagnosis, chat)
        entry = Answered(
            diagnosis=diagnosis,
            language=self.language if before is not None or self._replaying else diagnosis.answer.language,
            questions={name: open_question(self.state, name) for name in LANGUAGES},
            before=before or {},
            outcomes=outcomes,
            turn=turn,
        )
        self.entries.append(entry)
        return entry

    def _told(self, before: State, said: str, reply: Reply, spoken: str) -> Told:
        """The reply in both languages, so that the screen can be switched."""
        replies = {name: respond(before, said, name, self.ticked)[1] for name in LANGUAGES}
        steps = {name: self._step(name, replies[name]) for name in LANGUAGES}
        return Told({**replies, spoken: reply}, spoken, steps, self._place(spoken, reply))

    def _place(self, language: str, reply: Reply) -> int:
        """The step's number in the checklist, from 1."""
        causes = self.state.diagnosis.views[language].causes if self.state.diagnosis else ()
        ids = [step.id for cause in causes if cause.id == reply.cause for step in cause.steps]
        return ids.index(reply.step) + 1 if reply.step in ids else 1

    def _step(self, language: str, reply: Reply) -> Step | None:
        assert reply.kind == "small-talk" or self.state.diagnosis is not None
        if not reply.step or self.state.diagnosis is None:
            return None
        causes = self.state.diagnosis.views[language].causes
        steps = [step for cause in causes if cause.id == reply.cause for step in cause.steps]
        return next((step for step in steps if step.id == reply.step), None)

    async def guide(self, platform: str) -> Guide:
        """What to collect on that platform, '' for the general page."""
        pages = {}
        for language in LANGUAGES:
            page_id = f"what-to-collect-on-{platform}" if platform else "what-to-collect"
            pages[language] = (await self.engine.request("page", page_id, language))[1]
        entry = Guide(platform, pages, self.spoken)
        self.entries.append(entry)
        return entry

    # --- the record ---------------------------------------------------------------------------------

    async def _keep_answer(
        self, text: str, paths: tuple[str, ...], diagnosis: Diagnosis, chat: Mapping[str, Any]
    ) -> int:
        if self._replaying:
            return 0
        masked = await self.engine.request("mask", text, paths)
        stored = {**diagnosis.stored, "chat": {**chat, "paths": list(paths), "cut": len(masked) >= _MOST_STORED_PASTE}}
        kinds = list(dict.fromkeys(block.kind for block in diagnosis.answer.report.blocks))
        return await self._add(masked, stored, kinds)

    async def _keep(self, said: str, chat: Mapping[str, Any]) -> None:
        if not self._replaying:
            masked = await self.engine.request("mask", said)
            await self._add(masked, {"verdict": "follow-up", "chat": {**chat, "said": masked}}, [])

    async def _add(self, masked: str, stored: Mapping[str, Any], kinds: Sequence[str]) -> int:
        if not self.conversation:
            if not self.title:  # a history that cannot be written has no conversation, however much is said
                causes = stored.get("causes") or [{}]
                by_cause = stored.get("verdict") == "known" and not stored.get("page")
                self.title = brief(str(causes[0].get("title") or masked) if by_cause else masked)
            self.conversation = await self.recorder.start(self.title)
        return await self.recorder.add(self.conversation, masked, stored, kinds)

    async def _keep_outcome(self, reply: Reply) -> None:
        if reply.outcome is not None and not self._replaying and self.last is not None and self.last.turn:
            cause, step, outcome = reply.outcome
            await self.recorder.judge(self.last.turn, cause, step, outcome)

    async def tick(self, cause: str, step: str, ticked: bool) -> None:
        """A box was ticked or emptied."""
        (self.ticked.add if ticked else self.ticked.discard)((cause, step))
        if self.conversation:
            await self.recorder.tick(self.conversation, cause, step, ticked)

    async def judge(self, cause: str, step: str, outcome: str) -> None:
        """What a step was worth."""
        if outcome == "did-not-help":
            self.state = self.state._replace(tried=self.state.tried | {(cause, step)})
        if self.last is not None and self.last.turn:
            await self.recorder.judge(self.last.turn, cause, step, outcome)

    # --- reopening -----------------------------------------------------------------------------------

    async def reopen(self, conversation: int) -> None:
        """Take up a past conversation: its inputs are asked again, its ticks are there."""
        known = await self.recorder.conversation(conversation)
        if known is None:  # forgotten, or the history cannot be read
            return
        self.title = known.title
        turns = await self.recorder.turns(conversation)
        self.ticked = set(await self.recorder.ticked(conversation))
        self.conversation = conversation
        self._replaying = True
        try:
            for turn in turns:
                await self._replay(turn)
        finally:
            self._replaying = False
        self.entries.append(Note("reopened", {"created": known.created[:16].replace("T", " ")}))

    async def _replay(self, turn: "Turn") -> None:
        chat = turn.answer.get("chat", {})
        if chat.get("kind") == "follow-up":
            self.hear(chat.get("said", turn.input))
            entries = await self.say(chat.get("said", turn.input))
            if entries and entries[-1] is self.last:  # ranked anew: what is said of its steps is kept with it
                self.entries[-1] = self.last._replace(turn=turn.id)
        else:
            self.hear("", (Attachment(turn.input),)) if "\n" in turn.input else self.hear(turn.input)
            paths = tuple(chat.get("paths", ())) if chat.get("cut") else ()
            try:
                answered = await self._ask("" if paths else turn.input, paths, {"kind": "ask"})
            except Refused:  # the file is gone: its beginning was kept
                answered = await self._ask(turn.input, (), {"kind": "ask"})
            if turn.answer.get("language") in LANGUAGES:
                answered = answered._replace(language=turn.answer["language"])
            self.entries[-1] = answered._replace(turn=turn.id)

    # --- the log ------------------------------------------------------------------------------------

    async def log_lines(self) -> Sequence[str]:
        """The lines that the newest answer's line numbers count in.

        Raises:
            Refused: a file is gone.
            EngineError: the worker failed.
        """
        text, paths = self.state.text, self.state.paths
        parts: list[Sequence[str]] = []
        for path in paths:
            layout = await self.engine.request("layout", path)
            try:
                parts.append(await asyncio.to_thread(file_lines, path, layout))
            except OSError as error:
                raise Refused(f"cannot read {path}: {error.strerror or error}") from error
        if text:
            parts.append(split_lines(text))
        return parts[0] if len(parts) == 1 else JoinedLines(parts)
