"""What the screens about drafts say in both languages."""

from collections.abc import Mapping

DRAFT_WORDS: Mapping[str, tuple[str, str]] = {
    # the list
    "drafts": ("Drafts: pages on their way in", "草稿：等待收录的页面"),
    "drafts-none": (
        "None. F6 lists what was not answered; d there makes a draft of it. Or: crashkb ingest crash.log",
        "没有。F6 列出没能回答的问题，在那里按 d 写成草稿。也可以运行 crashkb ingest crash.log",
    ),
    "drafts-opening": ("opening the drafts…", "正在打开草稿…"),
    "kind-pages": ("Pages", "页面"),
    "draft-offer": ("make a draft page of it, for whoever meets it next", "把它写成草稿页，留给下一个遇到的人"),
    "draft-making": ("Writing a draft; a moment…", "正在生成草稿，请稍候…"),
    # the form
    "draft": ("Draft", "草稿"),
    "draft-broken": ("cannot be read", "读不了"),
    "draft-changed": ("changed", "未保存"),
    "draft-saved": ("saved", "已保存"),
    "draft-kind": ("What it is", "这是什么"),
    "draft-as-cause": ("a new cause", "新的原因"),
    "draft-as-signature": ("a message of a known one", "已知原因的新报错"),
    "draft-as-case": ("a case of one", "已知原因的案例"),
    "draft-new-page": ("Id of the new page", "新页面的 id"),
    "draft-known-page": ("Id of the known cause", "已知原因的 id"),
    "draft-title": ("Title, English", "英文标题"),
    "draft-title-zh": ("Title, Chinese", "中文标题"),
    "draft-templates": (
        "Templates: one a line; {{name:int}} stands for what varies",
        "模板：每行一个；变化的部分写成 {{name:int}}",
    ),
    "draft-samples": (
        "Sample: what the program really prints (===== between two)",
        "样例：程序真实打印的内容（两段之间用 ===== 隔开）",
    ),
    "draft-sources": (
        "Sources: one a line; url, thread, code or repro, then what, then the date",
        "来源：每行一个；依次写 url、thread、code 或 repro，内容，日期",
    ),
    "draft-steps": ("Checklist, English: - [ ] `step-id` what to do", "英文清单：- [ ] `step-id` 做什么"),
    "draft-steps-zh": ("Checklist, Chinese: the same ids", "中文清单：id 与英文一致"),
    # the preview
    "draft-looking": ("looking…", "正在检查…"),
    "draft-clean": ("✓ May be accepted", "✓ 可以收录"),
    "draft-flaws": ("✗ {count} to mend", "✗ {count} 处要改"),
    "draft-unreadable": (
        "✗ This draft needs an editor first: e opens it. Nothing was changed.",
        "✗ 这份草稿要先用编辑器改好：按 e 打开。没有改动任何内容。",
    ),
    "draft-finds": ("Finds {count} of {tried} old logs", "能认出 {tried} 份旧日志中的 {count} 份"),
    "draft-finds-none": ("Finds none of {tried} old logs", "{tried} 份旧日志一份也没认出"),
    "draft-finds-nowhere": ("No old logs here yet to try it on", "这里还没有旧日志可以试"),
    "draft-steals": ("Stands in the samples of {count} other pages:", "会抢走另外 {count} 页的样例："),
    "draft-steals-none": ("Takes nothing from other pages", "不影响其他页面的样例"),
    "draft-noisy": (
        "Stands in {count} of {quiet} healthy and foreign logs:",
        "在 {quiet} 份正常或无关日志中的 {count} 份里误报：",
    ),
    "draft-quiet": ("All {quiet} healthy and foreign logs stay quiet", "{quiet} 份正常和无关日志都不误报"),
    "draft-effect": (
        "Asked {asked} texts again: {solved} answered better, {altered} otherwise",
        "重新诊断 {asked} 份：{solved} 份变好，{altered} 份答案有变",
    ),
    "draft-no-effect": (
        "Its effect is looked at once its pages are in order",
        "页面改好之后再看它的整体影响",
    ),
    "draft-nothing": ("nothing", "无"),
    "draft-more": ("… and {count} more", "……还有 {count} 项"),
    # what happened
    "draft-told-saved": ("Saved.", "已保存。"),
    "draft-unsaved": (
        "Not saved yet. Ctrl+S saves; the same key again drops the changes.",
        "还没保存。Ctrl+S 保存；再按一次则放弃修改。",
    ),
    "draft-accept-again": (
        "Press the same key again to accept {draft} into the knowledge base.",
        "再按一次，把 {draft} 收进知识库。",
    ),
    "draft-accepted": (
        "Accepted: {count} files are in kb/ now; the chat answers with them from now on.",
        "已收录：{count} 个文件进入 kb/，从现在起就能用来回答。",
    ),
    "draft-renamed": ("{old} is called {new}: the id was taken.", "id {old} 已被占用，改名为 {new}。"),
    "draft-not-accepted": ("Not accepted: {count} to mend first.", "没有收录：先改好 {count} 处。"),
    "draft-why": ("why not? Enter rejects it for good, Esc keeps it", "为什么不要？回车彻底拒绝，Esc 保留"),
    "draft-rejected": ("Rejected; it is not proposed again.", "已拒绝，不会再提议。"),
    "draft-no-editor": (
        "This terminal cannot give way to an editor; edit {path}",
        "这个终端里打不开编辑器；请直接编辑 {path}",
    ),
    "broken-pages": (
        "Broken pages of your team: {count}. The rest works. {first}",
        "团队有 {count} 页写错了，其余照常可用。{first}",
    ),
    # keys and commands
    "k-drafts": ("Drafts", "草稿"),
    "k-save": ("save", "保存"),
    "k-check": ("check", "检查"),
    "k-accept": ("accept", "收录"),
    "k-reject": ("reject", "拒绝"),
    "k-edit": ("editor", "编辑器"),
    "c-drafts": ("pages on their way in", "等待收录的草稿"),
}
