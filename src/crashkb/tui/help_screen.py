"""Help, written for somebody who sees the program for the first time."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from crashkb.tui.prose_view import ProseView
from crashkb.tui.words import word

TEXTS = {
    "en": """# What this is

Paste what a program printed before it died, or describe it. crashkb looks for the cause in its knowledge base, says how sure it is, shows the lines that prove it, and gives a checklist. It does not guess: what it does not know, it says, and tells you what to collect.

# Start

- **Paste** the log into the box (your terminal's paste key). A log shows as one chip; add a sentence if you like; **Enter** sends.
- **/open crash.log** reads a file of any size; dropping a file onto the terminal works too.
- No log? Write `no log`, and choose your platform.
- **Ctrl+J** (or Shift+Enter, Alt+Enter) makes a new line, **↑** brings earlier inputs back, **Esc** leaves the box.

# After an answer

- Ask on: `why?`  `next step`  `didn't help`  `how do I verify?`  `other causes`  `on Android?`
- If it is not sure, it asks one question: click an option, type its number, or answer yes or no.
- **Tab** or the arrow keys go through the checklist. **Space** ticks (ticks stay), **f** it fixed it, **d** it didn't help, **c** copies the step.
- **F2** the log with its telling lines: **n** and **p** jump, **/** searches, **c** copies the line.
- **F3** why this cause and not the next one, with every score.
- **y** copies the answer, **x** writes the conversation as Markdown, **!** reports a wrong answer. Secrets are masked in all that is written.

# Everything else

- **F4** all pages, with a filter. **F5** past conversations. **F6** what could not be answered.
- In **F6**, **d** makes a draft page of what is highlighted, from all inputs that say the same. **F7** lists the drafts: **Enter** opens one as a form, **a** accepts, **Del** rejects, **e** opens an editor.
- In the form a pane shows what the draft would do while you type: which old logs it finds, which pages it disturbs, which rules it breaks. **Ctrl+S** saves, **F2** checks, **F3** accepts, **Ctrl+R** rejects.
- **F8** English or Chinese. **F9** light or dark. **Ctrl+P** all commands; or type **/**.
- **Ctrl+N** a new conversation. **Ctrl+C** stops a diagnosis, else clears the box; twice quits. **Ctrl+Q** quits. Nothing is lost.
- To select with the mouse, drag (some terminals: with Shift).
""",
    "zh": """# 这是什么

把程序崩溃前打印的内容贴进来，或者描述一下现象。crashkb 在知识库里找原因，说明有多大把握，指出依据是哪几行，并给出排查清单。它不猜：不知道就说不知道，并告诉你该收集什么。

# 开始

- 把日志**粘贴**到输入框（用终端的粘贴键）。日志会显示成一个标签；想补充就再写一句；**回车**发送。
- **/open crash.log** 可读任意大小的文件；把文件拖进终端也行。
- 没有日志？输入 `没有日志`，再选平台。
- **Ctrl+J**（或 Shift+Enter、Alt+Enter）换行，**↑** 找回之前的输入，**Esc** 离开输入框。

# 得到答案之后

- 接着问：`为什么？`  `下一步`  `没用`  `怎么验证？`  `还有别的原因吗？`  `在安卓上呢？`
- 不确定时它会反问一句：点选项、输入序号，或回答“是”“不是”。
- **Tab** 或方向键在清单里移动。**空格**打勾（下次打开还在），**f** 修好了，**d** 没用，**c** 复制这一步。
- **F2** 看日志里的关键行：**n**、**p** 跳转，**/** 搜索，**c** 复制该行。
- **F3** 为什么是它而不是别的，每一分都有来历。
- **y** 复制答案，**x** 导出为 Markdown，**!** 报告答错。凡是写出去的内容，敏感信息都会打码。

# 其他

- **F4** 浏览知识库，可筛选。**F5** 历史对话。**F6** 没能回答的问题。
- 在 **F6** 里按 **d**，把选中的问题连同说法相同的输入一起写成草稿页。**F7** 列出草稿：**回车**打开表单，**a** 收录，**Del** 拒绝，**e** 用编辑器打开。
- 填表单时，旁边随时显示这份草稿的影响：能认出哪些旧日志、会不会抢别的页面、违反哪些规则。**Ctrl+S** 保存，**F2** 检查，**F3** 收录，**Ctrl+R** 拒绝。
- **F8** 中文或英文。**F9** 浅色或深色。**Ctrl+P** 所有命令，也可以输入 **/**。
- **Ctrl+N** 新对话。**Ctrl+C** 停止诊断，否则清空输入框，连按两次退出。**Ctrl+Q** 退出。什么都不会丢。
- 用鼠标选文字：直接拖（有的终端要按住 Shift）。
""",
}


class HelpScreen(ModalScreen[None]):
    """Help over what is open."""

    CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > VerticalScroll { width: 90%; max-width: 100; height: 90%; border: round $primary; background: $surface; padding: 0 2; }
    HelpScreen .passage.-text { margin: 0; }
    HelpScreen .close { color: $text-muted; height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q,question_mark", "close", show=False, priority=True)]

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def compose(self) -> ComposeResult:
        """The text."""
        with VerticalScroll():
            yield Static(Content(word(self._language, "close")), classes="close")
            yield ProseView(TEXTS[self._language])

    def on_mount(self) -> None:
        """Arrow keys scroll."""
        self.query_one(VerticalScroll).focus()

    async def relabel(self, language: str) -> None:
        """Say it in that language."""
        self._language = language
        self.query_one(".close", Static).update(Content(word(language, "close")))
        await self.query_one(ProseView).update(TEXTS[language])

    def action_close(self) -> None:
        """Back."""
        self.app.pop_screen()
