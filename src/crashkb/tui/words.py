"""What the screen says in both languages; answers themselves come from crashkb.render."""

from collections.abc import Mapping

from crashkb.render.phrases import PHRASES
from crashkb.tui.draft_words import DRAFT_WORDS

WORDS: Mapping[str, tuple[str, str]] = {
    # the frame
    "tagline": ("Paste a crash, get the cause.", "贴上崩溃日志，告诉你原因。"),
    "welcome": (
        "Paste a stack trace, logcat or training log, or ask in your own words, in English or Chinese. "
        "Nothing leaves this machine, and there is no language model: answers come from a curated knowledge base, "
        "with the lines that prove them.",
        "把堆栈、logcat、训练日志直接贴进来，或者用自己的话提问，中英文都行。"
        "内容不会离开这台机器，背后也没有语言模型：答案来自人工整理的知识库，并指出依据的是哪几行。",
    ),
    "try": ("Three to try (Tab, then Enter, or click):", "试试这三个（Tab 选中后回车，或者直接点）："),
    "example-log": ("a real log: CUDA out of memory in training", "一份真实日志：训练时 CUDA 显存不足"),
    "example-ask": ("a question: what does exit code 137 mean?", "一个问题：退出码 137 是什么意思？"),
    "example-none": ("no log at all: the app just closes", "什么日志都没有：程序直接闪退"),
    "example-ask-text": ("what does exit code 137 mean?", "退出码 137 是什么意思？"),
    "placeholder": (
        "Paste a log or ask a question · Enter sends · Ctrl+J new line · / commands",
        "粘贴日志或提问 · 回车发送 · Ctrl+J 换行 · / 命令",
    ),
    "you": ("You", "你"),
    "untitled": ("new conversation", "新对话"),
    "opening": ("opening the knowledge base…", "正在打开知识库…"),
    "kb": ("knowledge base {version}", "知识库 {version}"),
    # attachments
    "log": ("log", "日志"),
    "lines": ("{count:,} lines", "{count:,} 行"),
    "lines-one": ("1 line", "1 行"),
    "reading": ("reading…", "读取中…"),
    "slow-paste": (
        "That was {size:.1f} MB through the terminal; /open FILE reads a file of any size at once.",
        "刚才从终端粘贴了 {size:.1f} MB；用 /open 文件名 可以直接读任意大小的文件。",
    ),
    "remove": ("Backspace in the empty box, or a click on ✕, removes it", "输入框为空时按退格、或点 ✕ 可移除"),
    # progress
    "working": (
        "reading and comparing… {seconds} s   (Esc or Ctrl+C stops)",
        "正在阅读比对… {seconds} 秒   （Esc 或 Ctrl+C 停止）",
    ),
    "stopped": ("Stopped. The input is back in the box.", "已停止，内容放回输入框。"),
    "failed": (
        "Something in crashkb failed at this; the rest works on.",
        "crashkb 处理这段时内部出错；其余功能不受影响。",
    ),
    # confidence in words
    "sure-5": ("almost certain", "几乎可以确定"),
    "sure-4": ("very likely", "很可能"),
    "sure-3": ("likely", "比较可能"),
    "sure-2": ("possible", "有可能"),
    "sure-1": ("unlikely", "不太可能"),
    "before-after": ("after your answer", "根据你的回答重新排序"),
    "free-answer": ("or answer in your own words below", "也可以在下面直接打字回答"),
    # steps
    "here": ("fixed it for {fixed} of {judged} here", "这里 {judged} 次里有 {fixed} 次修好了"),
    "fixed": ("✓ fixed it", "✓ 修好了"),
    "did-not-help": ("✗ didn't help", "✗ 没用"),
    "recorded": ("Noted; it counts for the order of steps next time.", "已记下，下次排序时会用上。"),
    # follow-ups
    "say-why": ("Why this", "为什么是它"),
    "say-background": ("Why it happens", "为什么会这样"),
    "say-step": ("Next step", "下一步"),
    "say-no-more-steps": ("All steps are done or tried. To check:", "步骤都做过了。这样验证："),
    "say-verify": ("Check that it is fixed", "怎么验证修好了"),
    "say-confirm": ("How to confirm that this is it", "怎么确认就是它"),
    "say-risks": ("Risks", "风险"),
    "say-prevent": ("Prevent it", "怎么预防"),
    "say-sources": ("Sources", "来源"),
    "say-others": ("Other candidates", "其他可能"),
    "say-no-others": ("Nothing else speaks up", "没有别的候选"),
    "say-fixed": ("Glad to hear. So that it stays so:", "太好了。为了不再发生："),
    "say-hello": (
        "Hello. Paste a log or describe the crash, and I look for the cause. F1 is help.",
        "你好。贴上日志或描述一下崩溃，我来找原因。F1 有帮助。",
    ),
    "say-thanks": (
        "You're welcome. If a step fixed it, press f on it: it counts next time.",
        "不客气。哪一步管用，就在那一步上按 f 记一下，下次会排在前面。",
    ),
    "say-can-do": (
        "I read crash logs of AI frameworks (PyTorch, TensorFlow, ONNX Runtime, TFLite, CUDA, NCCL …) and name the cause, "
        "the proof and the steps. Afterwards ask: why? next step? how do I verify? other causes? on Android?",
        "我读 AI 框架的崩溃日志（PyTorch、TensorFlow、ONNX Runtime、TFLite、CUDA、NCCL …），给出原因、依据和步骤。"
        "之后可以接着问：为什么？下一步？怎么验证？还有别的原因吗？在安卓上呢？",
    ),
    "say-nothing": ("This page says nothing about that.", "这一页没有写这方面的内容。"),
    # panes
    "evidence": ("Evidence", "证据"),
    "evidence-none": (
        "No log yet. Paste one, and its telling lines are marked here.",
        "还没有日志。贴一份，关键行会在这里标出来。",
    ),
    "evidence-place": (
        "{here} of {count} marked · line {line:,} of {lines:,}",
        "标记 {here}/{count} · 第 {line:,}/{lines:,} 行",
    ),
    "evidence-no-marks": ("no marked lines · {lines}", "没有标记行 · 共 {lines}"),
    "search": ("search in the log", "在日志里搜索"),
    "no-match": ("no match", "没有匹配"),
    "reasoning": ("Reasoning", "推理"),
    "reasoning-none": ("No answer yet.", "还没有答案。"),
    "score": ("score", "得分"),
    "other-lead": ("speaks for {title}", "指向 {title}"),
    # weights
    "w-specific": ("specific message", "专有报错"),
    "w-generic": ("general message", "通用报错"),
    "w-echo": ("follow-on message", "连带报错"),
    "w-words": ("words of the text", "文字相似"),
    "w-phrasing": ("how people put it", "大家常这么说"),
    "w-asks": ("asked before like this", "有人这样问过"),
    "w-facts": ("facts about the machine", "环境信息"),
    "w-prior": ("your answer", "你的回答"),
    # browse
    "browse": ("Knowledge base", "知识库"),
    "filter": ("filter: title, id or words", "筛选：标题、id 或词"),
    "pages": ("{count} pages", "{count} 页"),
    "pages-one": ("1 page", "1 页"),
    "kind-cause": ("Causes", "原因"),
    "kind-qa": ("Questions", "问答"),
    "kind-case": ("Cases", "案例"),
    "kind-guide": ("Guides", "指南"),
    "kind-signature": ("Signatures", "报错特征"),
    "links": ("Links on this page", "本页链接"),
    "no-page": ("There is no page {id}.", "没有 {id} 这一页。"),
    "pick-page": ("Choose a page on the left.", "从左边选一页。"),
    # history and unknowns
    "history": ("Past conversations", "历史对话"),
    "history-none": ("None yet.", "还没有。"),
    "unknowns": ("Not answered with confidence", "没能确定的问题"),
    "unknowns-none": ("None. Everything so far was answered with confidence.", "没有。目前为止都答得有把握。"),
    "search-history": ("search titles and inputs", "搜索标题和内容"),
    "turns": ("{count} turns", "{count} 轮"),
    "turns-one": ("1 turn", "1 轮"),
    "reopened": (
        "Reopened from {created}; answers are of today's knowledge base.",
        "重新打开 {created} 的对话；答案按今天的知识库给出。",
    ),
    "history-off": ("The history cannot be used, so nothing is kept: {reason}", "历史记录不可用，不会保存：{reason}"),
    "not-kept": ("This could not be kept: {reason}", "没能保存：{reason}"),
    "restored": (
        "What you had not sent (or what was not answered yet) is back in the box.",
        "上次没发出（或还没答完）的内容已放回输入框。",
    ),
    # actions
    "copied": ("Copied.", "已复制。"),
    "copied-file": (
        "Copied, and written to {path} in case the terminal does not take it.",
        "已复制；为防终端不支持，也写到了 {path}。",
    ),
    "nothing-to-copy": ("Nothing to copy yet.", "还没有可复制的内容。"),
    "exported": ("Written to {path} (secrets masked).", "已写入 {path}（敏感信息已打码）。"),
    "not-exported": ("Could not write {path}.", "写不了 {path}。"),
    "wrong": (
        "Noted as wrong. A masked report for an issue was copied and written to {path}.",
        "已记为答错。打码后的报告已复制，并写入 {path}，可以直接提交。",
    ),
    "quit-again": ("Ctrl+C again quits (nothing is lost).", "再按一次 Ctrl+C 退出（什么都不会丢）。"),
    "no-file": ("There is no file {path}.", "没有文件 {path}。"),
    "open-what": ("/open FILE: give the path of a log.", "/open 文件名：请给出日志的路径。"),
    "palette": ("What do you want to do?", "想做什么？"),
    "guide": ("Nothing to go by yet: collect this first", "还没有线索：先收集这些"),
    "guide-where": ("Where does it run?", "它跑在哪里？"),
    "guide-order": (
        "Take the first that exists, paste it here, and go on downwards only if it says nothing.",
        "从上往下，先拿到哪个就贴哪个；没有结果再往下走。",
    ),
    "close": ("Esc closes", "Esc 关闭"),
    # keys, in the bar at the bottom
    "k-help": ("Help", "帮助"),
    "k-evidence": ("Evidence", "证据"),
    "k-reasoning": ("Why", "推理"),
    "k-browse": ("Pages", "知识库"),
    "k-history": ("History", "历史"),
    "k-unknowns": ("Unknowns", "未解"),
    "k-palette": ("Commands", "命令"),
    "k-language": ("中文", "English"),
    "k-quit": ("Quit", "退出"),
    "k-tick": ("tick", "打勾"),
    "k-fixed": ("fixed it", "修好了"),
    "k-nope": ("didn't help", "没用"),
    "k-copy": ("copy", "复制"),
    "k-choose": ("choose", "选择"),
    "k-copy-answer": ("copy answer", "复制答案"),
    "k-export": ("export", "导出"),
    "k-wrong": ("wrong answer", "答错了"),
    "k-write": ("write", "输入"),
    "k-next": ("next mark", "下一处"),
    "k-previous": ("previous", "上一处"),
    "k-search": ("search", "搜索"),
    "k-close": ("close", "关闭"),
    "k-links": ("links", "链接"),
    "k-back": ("back", "返回"),
    "k-open": ("open", "打开"),
    "k-draft": ("draft a page", "写成草稿"),
    "k-forget": ("forget", "删除"),
    # commands
    "c-open": ("read a log file", "读取日志文件"),
    "c-evidence": ("the log with its telling lines", "带标记的日志"),
    "c-why": ("why this cause and not the next one", "为什么是它而不是别的"),
    "c-browse": ("all pages", "浏览知识库"),
    "c-history": ("past conversations", "历史对话"),
    "c-unknowns": ("what could not be answered", "没能回答的问题"),
    "c-new": ("a new conversation", "新对话"),
    "c-copy": ("copy the answer", "复制答案"),
    "c-export": ("this conversation as Markdown", "把对话导出为 Markdown"),
    "c-wrong": ("report a wrong answer", "报告答错"),
    "c-lang": ("English or Chinese", "中文或英文"),
    "c-theme": ("light or dark", "浅色或深色"),
    "c-help": ("help", "帮助"),
    "c-quit": ("quit", "退出"),
    **DRAFT_WORDS,
}


def word(language: str, name: str, **values: object) -> str:
    """The screen's words of that name, with their values filled in."""
    one = f"{name}-one"
    return WORDS[one if values.get("count") == 1 and one in WORDS else name][language == "zh"].format(**values)


def heading(language: str, name: str) -> str:
    """The heading that an answer's part has in every output."""
    return PHRASES[language][name]


def likelihood(language: str, confidence: float) -> str:
    """A confidence in words."""
    steps = ((0.95, "sure-5"), (0.8, "sure-4"), (0.55, "sure-3"), (0.3, "sure-2"))
    return word(language, next((name for least, name in steps if confidence >= least), "sure-1"))


BLOCK_WORDS: Mapping[str, tuple[str, str]] = {
    "python-exception": ("Python traceback", "Python 异常"),
    "java-exception": ("Java exception", "Java 异常"),
    "android-native-crash": ("Android tombstone", "Android tombstone"),
    "android-anr": ("Android ANR", "Android ANR"),
    "native-stack": ("native stack", "原生堆栈"),
    "native-abort": ("native abort", "原生 abort"),
    "sanitizer": ("sanitizer report", "sanitizer 报告"),
    "valgrind": ("Valgrind report", "Valgrind 报告"),
    "libfuzzer": ("libFuzzer report", "libFuzzer 报告"),
    "apple-crash": ("Apple crash report", "Apple 崩溃报告"),
    "windows-exception": ("Windows exception", "Windows 异常"),
    "kernel-oom": ("kernel OOM kill", "内核 OOM"),
    "kernel-segfault": ("kernel segfault line", "内核段错误"),
    "kernel-oops": ("kernel oops", "内核 oops"),
    "gpu-xid": ("GPU Xid", "GPU Xid"),
    "go-panic": ("Go panic", "Go panic"),
    "rust-panic": ("Rust panic", "Rust panic"),
    "foreign-exception": ("exception of another language", "其他语言的异常"),
    "build-output": ("build output", "构建输出"),
    "error-line": ("error line", "错误行"),
    "exit-status": ("exit status", "退出状态"),
}


def block_words(language: str, kind: str) -> str:
    """What a kind of block is called; '' for none."""
    names = BLOCK_WORDS.get(kind)
    return names[language == "zh"] if names else ""
