"""The pages of a draft as they are first written: true about the incident, in both languages, ready to be filled in.

Nothing is made up: what is not known yet is said to be open, and the checklist begins with how to find it out.
"""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from crashkb.ingest.naming import cut, template_words
from crashkb.ingest.writing import fence, heading_of
from crashkb.kb.vocabulary import SECTIONS
from crashkb.model import Link, Page, PageText, Sample, Section, Signature, Source, Step


class Plan(NamedTuple):
    """All that a person decides about a draft; `crashkb.ingest.plan` proposes every value."""

    action: str
    """'cause' (a new one with its signature), 'case' (an incident of a known cause), 'signature' (a new message of one)."""
    cause: str
    """Id of the cause, new or known."""
    signature: str
    """Id of the new signature, '' if none is written."""
    case: str
    """Id of the new case page, '' if none is written."""
    title: str
    title_zh: str
    family: str
    emitter: str
    template: str
    """The mined template, '' if none was found."""
    samples: tuple[str, ...]
    """Real texts, masked; each must give the cause."""
    line: str
    """The telling line."""
    frameworks: tuple[str, ...]
    platforms: tuple[str, ...]
    versions: str
    source: tuple[str, str]
    """Kind and reference."""
    asks: tuple[str, ...] = ()
    asks_zh: tuple[str, ...] = ()
    question: str = ""
    """Id of a question page to write too, '' for none."""


def pages_of(plan: Plan, today: date) -> tuple[tuple[Page, ...], tuple[Signature, ...]]:
    """The new pages and signatures of a plan."""
    pages: list[Page] = []
    if plan.action == "cause":
        pages.append(_cause(plan, today))
    if plan.case:
        pages.append(_case(plan, today))
    if plan.question:
        pages.append(_question(plan, today))
    return tuple(pages), ((_signature(plan, today),) if plan.signature else ())


def _sources(plan: Plan, today: date) -> tuple[Source, ...]:
    return (Source(plan.source[0], plan.source[1], today.isoformat()),)


def _signature(plan: Plan, today: date) -> Signature:
    return Signature(
        id=plan.signature,
        path="",
        emitter=plan.emitter,
        role="specific",
        templates=(plan.template,),
        links=(Link(plan.cause),),
        means=cut(f"{plan.emitter} reports: {template_words(plan.template)}", 280),
        means_zh=cut(f"{plan.emitter} 报告：{template_words(plan.template)}", 280),
        versions=plan.versions,
        sources=_sources(plan, today),
        samples=tuple(Sample(plan.cause, text) for text in plan.samples),
    )


# --- a new cause ----------------------------------------------------------------------------------


def _cause(plan: Plan, today: date) -> Page:
    texts = tuple(
        (
            language,
            PageText(title, asks, (), _sections("cause", language, _cause_words(plan, language)), _STEPS[language]),
        )
        for language, title, asks in (("en", plan.title, plan.asks), ("zh", plan.title_zh, plan.asks_zh))
    )
    return Page(
        id=plan.cause,
        kind="cause",
        path="",
        family=plan.family,
        frameworks=plan.frameworks,
        platforms=plan.platforms,
        phase=("first-run",),
        locate="medium",
        fix_cost="medium",
        priority="medium",
        caught_by=("review",),
        sources=_sources(plan, today),
        checked=today.isoformat(),
        texts=texts,
    )


_STEPS = {
    "en": (
        Step(
            "reproduce-alone",
            "Run the failing call alone, with the same versions and the smallest input that still fails.",
        ),
        Step(
            "compare-last-good",
            "Compare versions, configuration and input with the last run that worked; undo one difference at a time.",
        ),
    ),
    "zh": (
        Step("reproduce-alone", "单独运行出错的那一步：版本不变，输入缩到仍能复现的最小。"),
        Step("compare-last-good", "与最后一次正常的运行对比版本、配置和输入，一次只还原一处差异。"),
    ),
}


def _cause_words(plan: Plan, language: str) -> dict[str, str]:
    quoted = fence("text", plan.line)
    steps = "\n".join(f"- [ ] `{step.id}` {step.text}" for step in _STEPS[language])
    told = f" ({plan.versions})" if plan.versions else ""
    if language == "zh":
        return {
            "symptom": f"日志里有这样一行：\n\n{quoted}",
            "why": f"从这次事件{told}收录，根本原因还在核实；查明后在这里写清楚。",
            "confirm": "看日志里是不是同一条消息，并且它之前没有别的错误。",
            "fix": steps,
            "verify": "同样的版本和输入再跑一遍，日志里不再出现这条消息。",
            "risks": "原因查明之前，任何改动都只是试探：每次只改一处，能退回去。",
            "prevent": "把能复现的最小输入留作回归测试。",
        }
    return {
        "symptom": f"The log says:\n\n{quoted}",
        "why": f"Recorded from one incident{told}. The root cause is being established; it belongs here once it is known.",
        "confirm": "Look for the same message, with no other failure before it.",
        "fix": steps,
        "verify": "The same versions and input run through, and the message does not come again.",
        "risks": "Until the cause is established every change is a trial: change one thing at a time, so that it can be undone.",
        "prevent": "Keep the smallest input that fails as a regression test.",
    }


# --- an incident of a known cause, a question -----------------------------------------------------


def _case(plan: Plan, today: date) -> Page:
    texts = tuple(
        (language, PageText(title, (), (), _sections("case", language, _case_words(plan, language)), ()))
        for language, title in (("en", plan.title), ("zh", plan.title_zh))
    )
    return Page(
        id=plan.case,
        kind="case",
        path="",
        frameworks=plan.frameworks,
        platforms=plan.platforms,
        causes=(plan.cause,),
        versions=plan.versions,
        sources=_sources(plan, today),
        checked=today.isoformat(),
        samples=tuple(Sample(plan.cause, text) for text in plan.samples[:1]),
        texts=texts,
    )


def _case_words(plan: Plan, language: str) -> dict[str, str]:
    key_log = "\n\n".join(fence(f"log {plan.cause}", text) for text in plan.samples[:1])
    versions = plan.versions or ("日志没有写明版本" if language == "zh" else "the log tells no versions")
    if language == "zh":
        return {
            "background": f"环境：{versions}。",
            "first-signs": f"日志里出现：\n\n{fence('text', plan.line)}",
            "key-log": key_log,
            "analysis": f"属于[这个原因]({plan.cause})，依据是上面那一行。",
            "actions": f"按[原因页]({plan.cause})的清单处理。",
            "before-after": "之前：运行以这条消息结束。之后：处理后的结果补在这里。",
            "lesson": "同样的消息，先看原因页的确认办法。",
            "risks": "与原因页相同。",
        }
    return {
        "background": f"Environment: {versions}.",
        "first-signs": f"The log shows:\n\n{fence('text', plan.line)}",
        "key-log": key_log,
        "analysis": f"It is [this cause]({plan.cause}); the line above tells so.",
        "actions": f"The checklist of [the cause's page]({plan.cause}).",
        "before-after": "Before: the run ends with this message. After: the outcome belongs here once it is known.",
        "lesson": "For the same message, begin with how the cause's page confirms it.",
        "risks": "Those of the cause's page.",
    }


def _question(plan: Plan, today: date) -> Page:
    words = template_words(plan.template or plan.line)
    en, zh = cut(f'what does "{words}" mean'), cut(f"“{words}” 是什么意思")
    texts = (
        (
            "en",
            PageText(
                en,
                (en,),
                (),
                (
                    Section(
                        "",
                        "",
                        f"{words}: what {plan.emitter} means by “{words}” stands on [the page of its cause]({plan.cause}).",
                    ),
                ),
            ),
        ),
        (
            "zh",
            PageText(
                zh,
                (zh,),
                (),
                (
                    Section(
                        "", "", f"{words}：{plan.emitter} 的这条消息 “{words}” 是什么意思，见[它的原因]({plan.cause})。"
                    ),
                ),
            ),
        ),
    )
    sources = _sources(plan, today)
    return Page(plan.question, "qa", "", causes=(plan.cause,), sources=sources, checked=today.isoformat(), texts=texts)


def _sections(kind: str, language: str, words: dict[str, str]) -> tuple[Section, ...]:
    order: Sequence[str] = [row[0] for row in SECTIONS[kind]]
    return tuple(Section(name, heading_of(kind, name, language), words[name]) for name in order)
