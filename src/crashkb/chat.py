"""A conversation about one diagnosis: what was asked and answered, and what a short follow-up means.

Pure: no screen, no clock, no file. `respond` takes the state and what was said, and returns the next state and a reply:
ask the knowledge base (again), or say something that the last diagnosis already holds.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from crashkb.chat_phrases import PLATFORMS, intent_of, normal, platform_of, yes_or_no
from crashkb.model import Answer, Option, Question, RankedCause
from crashkb.proof import bounds

if TYPE_CHECKING:  # a View costs the import of the whole answer path, and is only read here
    from crashkb.render.view import CauseView, View

PRIOR = 3.0
"""What an answer to the clarifying question adds to a cause's score, about half a specific signature."""

_NOTHING_HELPED = -6.0
"""What a cause loses when none of its steps helped: as much as a specific signature gives."""


class Diagnosis(NamedTuple):
    """An answer in both languages, ready to show."""

    answer: Answer
    """Without the report's lines."""
    views: "Mapping[str, View]"
    """By language."""
    questions: Mapping[str, Question | None]
    """The clarifying question by language."""
    stored: Mapping[str, Any]
    """As `crashkb.render.json_answer.as_dict` gives it."""
    titles: Mapping[str, Mapping[str, str]] = {}
    """By language: titles of the candidates by id, shown or not."""

    def title(self, cause: str, language: str) -> str:
        """What a candidate is called in that language."""
        return self.titles.get(language, {}).get(cause, cause)


class State(NamedTuple):
    """Where a conversation stands."""

    text: str = ""
    """What was diagnosed last."""
    paths: tuple[str, ...] = ()
    """Files that were diagnosed before the text."""
    diagnosis: Diagnosis | None = None
    priors: Mapping[str, float] = {}
    """Cause id to what answers to questions added to its score."""
    answered: frozenset[str] = frozenset()
    """Clarifying questions that need not be asked again."""
    cause: str = ""
    """The cause talked about, '' for the first."""
    step: str = ""
    """The step that was told last."""
    tried: frozenset[tuple[str, str]] = frozenset()
    """(cause, step) that did not help."""


class Reply(NamedTuple):
    """What to do about something said."""

    kind: str
    """'ask', 'rerank', 'say', 'guide' (nothing to diagnose: what to collect) or 'small-talk'."""
    topic: str = ""
    """What is said: the name of the intent."""
    text: str = ""
    """To ask: the text."""
    markdown: str = ""
    """To say."""
    cause: str = ""
    step: str = ""
    """Step id, where one step is told."""
    outcome: tuple[str, str, str] | None = None
    """(cause, step, outcome) to record."""


def begun(state: State, text: str, paths: tuple[str, ...], diagnosis: Diagnosis, goes_on: bool = False) -> State:
    """The state after a diagnosis; answers given so far stay with the text they were given about.

    Args:
        state: before it.
        text: what was diagnosed.
        paths: files before it.
        diagnosis: what was found.
        goes_on: whether it is still about the same trouble ("on Android?"), though the text is another.
    """
    if goes_on or (text, paths) == (state.text, state.paths):
        return state._replace(text=text, paths=paths, diagnosis=diagnosis, cause="", step="")
    return State(text=text, paths=paths, diagnosis=diagnosis)


def open_question(state: State, language: str) -> Question | None:
    """The clarifying question that still waits for an answer."""
    question = state.diagnosis.questions.get(language) if state.diagnosis else None
    return question if question is not None and question.text not in state.answered else None


def respond(state: State, said: str, language: str, ticked: Collection[tuple[str, str]] = ()) -> tuple[State, Reply]:
    """What the words mean here.

    Args:
        state: the conversation so far.
        said: what was typed, without attached logs.
        language: 'en' or 'zh', for what is said.
        ticked: (cause, step) of ticked boxes; a next step is one that is not.
    """
    question = open_question(state, language)
    option = chosen_option(question, said) if question else None
    if question is not None and option is not None:
        return answer_question(state, question, option)
    name = intent_of(said)
    if name in ("hello", "thanks", "can-do"):
        return state, Reply("small-talk", name)
    if name == "no-log":
        return state, Reply("guide", name)
    if state.diagnosis is None or (not name and not platform_of(said)):
        return state, Reply("ask", text=said)
    if not name:
        return state, Reply("rerank", "platform", text=_on_platform(state.text, platform_of(said)))
    return _follow_up(state, name, language, ticked)


# --- the clarifying question ------------------------------------------------------------------------


def chosen_option(question: Question, said: str) -> Option | None:
    """The option that the words choose: its number, its label, or yes and no."""
    words = normal(said)
    if not words:
        return None
    if words.isdigit() and 1 <= int(words) <= len(question.options):
        return question.options[int(words) - 1]
    for option in question.options:
        if words == normal(option.label) or (option.cause and words == option.cause):
            return option
    meant = yes_or_no(words)
    if meant is None or len(question.options) != 2 or yes_or_no(normal(question.options[0].label)) is None:
        return None
    return question.options[0 if meant else 1]


def answer_question(state: State, question: Question, option: Option) -> tuple[State, Reply]:
    """The state with the answer's weight laid on its cause; the question is not asked again."""
    priors = dict(state.priors)
    if option.cause:
        priors[option.cause] = priors.get(option.cause, 0.0) + PRIOR
    else:
        for other in {item.cause for item in question.options if item.cause}:
            priors[other] = priors.get(other, 0.0) - PRIOR
    texts = [item.text for item in state.diagnosis.questions.values() if item] if state.diagnosis else []
    state = state._replace(priors=priors, answered=state.answered | {question.text, *texts})
    return state, Reply("rerank", "answered", text=state.text, cause=option.cause)


def _on_platform(text: str, platform: str) -> str:
    """The text with the platform told at its end; one told so before is replaced."""
    head, mark, tail = text.rpartition("\n\nplatform: ")
    return f"{head if mark and tail in PLATFORMS else text}\n\nplatform: {platform}"


# --- follow-ups --------------------------------------------------------------------------------------


def _follow_up(state: State, name: str, language: str, ticked: Collection[tuple[str, str]]) -> tuple[State, Reply]:
    assert state.diagnosis is not None
    shown = state.diagnosis.views[language]
    cause = current_cause(state, language)
    if name == "more":
        name = "step" if state.step else "others"
    if name in ("others", "why-not") or cause is None:
        return state, _others(state, shown, language)
    if name == "step":
        return _next_step(state, cause, ticked)
    if name == "did-not-help":
        return _did_not_help(state, cause, shown, ticked)
    if name == "fixed":
        return state, Reply(
            "say", "fixed", markdown=cause.prevent, cause=cause.id, outcome=(cause.id, state.step, "fixed")
        )
    text = {
        "why": _why(cause, shown),
        "background": cause.background,
        "verify": cause.verify,
        "confirm": cause.confirm or cause.verify,
        "risks": cause.risks,
        "prevent": cause.prevent,
        "sources": "\n".join(f"- {source}" for source in cause.sources),
    }[name]
    return state, Reply("say", name, markdown=text, cause=cause.id)


def current_cause(state: State, language: str) -> "CauseView | None":
    """The cause that the conversation is about: the one turned to, else the first shown."""
    if state.diagnosis is None:
        return None
    causes = state.diagnosis.views[language].causes
    return next((cause for cause in causes if cause.id == state.cause), causes[0] if causes else None)


def _why(cause: "CauseView", shown: "View") -> str:
    """Why this cause, in words; report text is set as code, which nothing in it can end."""
    lines = []
    for reason in cause.reasons:
        quoted = " ".join(reason.text.replace("`", "'").split())[:160]
        lines.append(f"- {reason.first}: `{quoted}` {reason.why}" if reason.first else f"- {reason.why}")
    if shown.causes and cause.id == shown.causes[0].id and shown.why_not:
        lines.append("")
        lines += [f"- {item}" for item in shown.why_not]
    return "\n".join((cause.background, "", *lines)).strip()


def _next_step(state: State, cause: "CauseView", ticked: Collection[tuple[str, str]]) -> tuple[State, Reply]:
    """The first step that is neither ticked, nor tried, nor the one told last."""
    ids = [step.id for step in cause.steps]
    done = {step for name, step in (*ticked, *state.tried) if name == cause.id}
    after = ids.index(state.step) + 1 if state.step in ids else 0
    for step in (*cause.steps[after:], *cause.steps[:after]):
        if step.id not in done and step.id != state.step:
            told = state._replace(step=step.id, cause=cause.id)
            return told, Reply("say", "step", markdown=step.text, cause=cause.id, step=step.id)
    return state, Reply("say", "no-more-steps", markdown=cause.verify, cause=cause.id)


def _did_not_help(
    state: State, cause: "CauseView", shown: "View", ticked: Collection[tuple[str, str]]
) -> tuple[State, Reply]:
    """Record it and go on: with the next step, else with the next cause."""
    step = state.step or (cause.steps[0].id if cause.steps else "")
    outcome = (cause.id, step, "did-not-help")
    state = state._replace(tried=state.tried | {(cause.id, step)})
    told, reply = _next_step(state, cause, ticked)
    if reply.topic == "step":
        return told, reply._replace(outcome=outcome)
    priors = {**state.priors, cause.id: state.priors.get(cause.id, 0.0) + _NOTHING_HELPED}
    return state._replace(priors=priors, step=""), Reply(
        "rerank", "did-not-help", text=state.text, cause=cause.id, outcome=outcome
    )


def _others(state: State, shown: "View", language: str) -> Reply:
    """The other candidates with their confidence, then why they are not first."""
    assert state.diagnosis is not None
    first = shown.causes[0].id if shown.causes else ""
    lines = [
        f"- [{state.diagnosis.title(cause.id, language)}]({cause.id}) {cause.confidence:.0%}"
        for cause in state.diagnosis.answer.causes[:5]
        if cause.id != first
    ]
    reasons = [f"- {item}" for item in (*shown.why_not, *shown.would_change)]
    return Reply("say", "others" if lines else "no-others", markdown="\n".join((*lines, "", *reasons)).strip())


# --- what helped here before -------------------------------------------------------------------------


_USUAL = 1 / 3
"""How often a step of a checklist fixes the trouble, as long as nobody has judged it."""


def ordered_steps(step_ids: Collection[str], outcomes: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
    """The steps in the page's order, cheapest and safest first, unless judgements prove otherwise.

    A step comes to the front where it surely fixes more than a usual one does (twice out of two is enough, once is
    not), and to the end where it surely fixes less (never out of eight). What is merely shown or ticked counts nothing.

    Args:
        step_ids: in the page's order.
        outcomes: step id to (times it fixed the trouble, times it was judged), a conversation counting once.
    """

    def place(step: str) -> tuple[int, float]:
        low, high = bounds(*outcomes.get(step, (0, 0)))
        return (0, -low) if low > _USUAL else (2, 0.0) if high < _USUAL else (1, 0.0)

    return tuple(sorted(step_ids, key=place))


def with_proven_steps(diagnosis: Diagnosis, outcomes: Mapping[str, Mapping[str, tuple[int, int]]]) -> Diagnosis:
    """The diagnosis with each cause's steps in the order of `ordered_steps`, for the card and for "next step".

    Args:
        diagnosis: steps in the pages' order.
        outcomes: by cause and step: (times it fixed the trouble, times it was judged).
    """
    views = {}
    for language, shown in diagnosis.views.items():
        causes = []
        for cause in shown.causes:
            by_id = {step.id: step for step in cause.steps}
            steps = tuple(by_id[name] for name in ordered_steps(list(by_id), outcomes.get(cause.id, {})))
            causes.append(cause._replace(steps=steps))
        views[language] = shown._replace(causes=tuple(causes))
    return diagnosis._replace(views=views)


def tie_broken(
    causes: tuple[RankedCause, ...], outcomes: Mapping[str, tuple[int, int]], within: float = 0.05
) -> tuple[RankedCause, ...]:
    """The causes with those that are as likely as the first ordered by how often they proved right here.

    No confidence changes.

    Args:
        causes: in rank order.
        outcomes: cause id to (times it proved right, times it was judged).
        within: how much less likely than the first still counts as a tie.
    """
    tied = [cause for cause in causes if causes[0].confidence - cause.confidence <= within]

    def worth(cause: RankedCause) -> float:
        right, judged = outcomes.get(cause.id, (0, 0))
        return (right + 1) / (judged + 3)

    return (*sorted(tied, key=lambda cause: -worth(cause)), *(cause for cause in causes if cause not in tied))
