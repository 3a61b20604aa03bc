"""The fixed words around an answer, in both languages."""

from collections.abc import Mapping

PHRASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "known": "Known cause",
        "unsure": "Not sure yet",
        "unknown": "No known cause",
        "answered": "Answered by a page",
        "confidence": "confidence",
        "nearest": "Nearest pages (not a verdict)",
        "symptom": "What it looks like",
        "why": "Why this",
        "why_not": "Why not the next one",
        "would_change": "What would change this",
        "background": "Why it happens",
        "checklist": "Checklist",
        "confirm": "How to confirm",
        "verify": "Check that it is fixed",
        "risks": "Risks",
        "prevent": "Prevent",
        "others": "Also in this report, independent of it",
        "benign": "Looks alarming, is harmless",
        "related": "Related",
        "sources": "Sources",
        "footer": "knowledge base {version}, page checked {checked}",
        "footer_plain": "knowledge base {version}",
        "candidates": "Could be",
        "question": "One question",
        "collect": "Collect this next",
        "search": "Search for",
        "draft": "Once you know the cause, write it down as a page: docs/format.md shows how.",
        "nothing": 'Nothing in this text is in the knowledge base. That is an honest "I don\'t know", not a verdict.',
        "weak": "Candidates are only weak, so none is proposed.",
        "line": "line {first}",
        "lines": "lines {first}–{last}",
        "times": "{count} times",
        "condition": "because {condition}",
        "undecided": "would speak for it if {condition}; {names} not told",
        "doubt_figures": "but by its own figures far more was free than it asked for, so want of memory does not explain it",
        "doubt_source": "but here it is source code that would print it, no program that did",
        "doubt_diff": "but here it stands in a diff, not in the output of a program",
        "doubt_documentation": "but this reads like documentation about the message, not like a run that printed it",
        "doubt_passed": "but the test that printed it passed",
        "doubt_handled": "but the program dealt with it and went on",
        "words": "words in common: {words}",
        "asks": "asked before as “{ask}”",
        "near": "nearly the wording of {signature}",
        "weaker": "less speaks for it (score {score} against {best})",
        "no_line": "no line of the report names it",
        "its_question": "it would be, if the answer is yes to: {question}",
        "our_question": "it would rather be, if the answer is no to: {question}",
        "tell": "tell {names}: {condition} would speak for {cause}",
        "fact_exit_status": "the exit status",
        "fact_path_letters": "the path of the file",
        "fact_pool_room": "the summary that TensorFlow's allocator prints, with the line of curr_region_allocation_bytes_",
        "left_out": "left out here: {steps}",
        "left_out_many": "left out here: {count} steps for other machines or versions",
        "explain": "How the score came about",
        "notes": "Notes",
    },
    "zh": {
        "known": "已知原因",
        "unsure": "还不能确定",
        "unknown": "库里没有对应的原因",
        "answered": "有现成的解答",
        "confidence": "把握",
        "nearest": "最接近的页面（不是结论）",
        "symptom": "表现",
        "why": "为什么是它",
        "why_not": "为什么不是下一个",
        "would_change": "什么会改变结论",
        "background": "原因",
        "checklist": "排查清单",
        "confirm": "如何确认",
        "verify": "确认已修复",
        "risks": "风险",
        "prevent": "预防",
        "others": "这份日志里还有别的独立故障",
        "benign": "看着吓人，其实无害",
        "related": "相关",
        "sources": "来源",
        "footer": "知识库 {version}，页面核对于 {checked}",
        "footer_plain": "知识库 {version}",
        "candidates": "可能是",
        "question": "先问一句",
        "collect": "接下来收集这些",
        "search": "可以搜",
        "draft": "查清原因之后，把它写成一页：格式见 docs/format.md。",
        "nothing": "这段内容在知识库里没有对应的条目。这是如实的“不知道”，不是结论。",
        "weak": "候选都很弱，所以一个也不下结论。",
        "line": "第 {first} 行",
        "lines": "第 {first}–{last} 行",
        "times": "共 {count} 次",
        "condition": "依据：{condition}",
        "undecided": "如果 {condition} 就指向它；还缺 {names}",
        "doubt_figures": "但按它自己的数字，空闲的远比要的多，光说内存不够解释不了",
        "doubt_source": "但这里是会打印它的源代码，不是程序的输出",
        "doubt_diff": "但它出现在一段 diff 里，不是程序的输出",
        "doubt_documentation": "但这段像是讲这条报错的文档，不是真的跑出来的",
        "doubt_passed": "但打印它的测试通过了",
        "doubt_handled": "但程序自己处理掉了，后面接着跑",
        "words": "共同的词：{words}",
        "asks": "有人这样问过：“{ask}”",
        "near": "措辞接近 {signature}",
        "weaker": "支持它的证据更少（得分 {score}，第一名 {best}）",
        "no_line": "日志里没有一行直接指向它",
        "its_question": "如果这个问题的回答是“是”，就是它：{question}",
        "our_question": "如果这个问题的回答是“不是”，更可能是它：{question}",
        "tell": "补充 {names}：若 {condition}，则指向 {cause}",
        "fact_exit_status": "退出码",
        "fact_path_letters": "文件的路径",
        "fact_pool_room": "TensorFlow 分配器打印的汇总（带 curr_region_allocation_bytes_ 的那一行）",
        "left_out": "这里用不上、已略去：{steps}",
        "left_out_many": "另有 {count} 步是给别的设备或版本的，这里略去",
        "explain": "得分的来历",
        "notes": "备注",
    },
}


def phrase(language: str, name: str, **values: object) -> str:
    """The phrase of that name with its values filled in."""
    return PHRASES[language][name].format(**values)


def fact_names(language: str, names: tuple[str, ...]) -> str:
    """What to tell, in words where the name of the fact is none that people use."""
    return ", ".join(PHRASES[language].get(f"fact_{name}", name) for name in names)


_MOST_LISTED = 3


def left_out(language: str, steps: tuple[str, ...]) -> str:
    """The line that says which steps do not apply here; more than three are only counted."""
    if len(steps) <= _MOST_LISTED:
        return phrase(language, "left_out", steps=", ".join(steps))
    return phrase(language, "left_out_many", count=len(steps))
