"""Short things that people say after an answer, and what they mean."""

import re

_INTENTS = {
    "why": "why|why this|why that|why this one|why so|why is that|how come|how do you know|reason|reasons|explain"
    "|explain this|why do you think so|what makes you think so|为什么|为啥|为什么是它|为什么是这个|怎么看出来的|理由|依据|解释|原因",
    "background": "why does it happen|why does this happen|background|tell me more|explain more|details|what does it mean"
    "|what does that mean|原理|为什么会这样|为什么会发生|详细说说|详细|什么意思|这是什么意思",
    "step": "next|next step|next one|what next|what now|now what|what do i do|what should i do|what can i do|how do i fix it"
    "|how do i fix this|how to fix|how to fix it|fix|how can i fix it|下一步|然后|接下来|怎么办|怎么修|怎么修复|怎么解决|如何解决|该怎么做|怎么做",
    "more": "more|what else|anything else|else|go on|continue|还有|还有什么|继续|再来|其他的",
    "did-not-help": "did not help|does not help|didnt help|doesnt help|did not work|didnt work|doesnt work|does not work"
    "|not working|still crashes|still crashing|still fails|still failing|still the same|same error|no luck|no change|no effect"
    "|already tried|tried that|i tried that|already did|没用|没有用|不行|还是不行|没效果|没有效果|还是报错|试过|已经试过|依然报错|没解决|还是崩|还是崩溃",
    "fixed": "fixed|that fixed it|this fixed it|it is fixed|solved|it works|works|works now|it works now|that worked|that was it"
    "|好了|解决|解决了|已解决|可以了|搞定|搞定了|修好了|没问题了",
    "verify": "verify|how do i verify|how to verify|how can i verify|how do i check|how do i know it is fixed"
    "|how do i know its fixed|how do i test it|is it fixed|怎么验证|如何验证|验证|怎么确认修好了|怎么知道修好了|怎么检验",
    "confirm": "confirm|how do i confirm|how to confirm|how can i confirm|are you sure|sure|really|how do i make sure"
    "|怎么确认|如何确认|确认|确定|真的|你确定",
    "others": "other causes|other cause|other reasons|what else could it be|what else can it be|could it be something else"
    "|something else|any other cause|any other causes|other candidates|alternatives|other possibilities"
    "|还有别的原因|还有其他原因|其他原因|别的原因|还有什么可能|还有别的可能|其他可能|别的可能",
    "why-not": "why not the other|why not the other one|why not the next one|why not|为什么不是别的|为什么不是下一个|为什么不是另一个",
    "risks": "risks|risk|any risks|side effects|is it safe|any side effects|trade offs|风险|有风险|有什么风险|副作用|有什么副作用|安全",
    "prevent": "prevent|how do i prevent it|how to prevent|how to prevent it|how do i avoid it|how to avoid it|how can i avoid this"
    "|预防|怎么预防|如何预防|怎么避免|如何避免|避免",
    "sources": "sources|source|where is that from|references|links|来源|出处|参考|依据在哪",
    "hello": "hi|hello|hey|good morning|你好|您好|嗨|哈喽|在",
    "thanks": "thanks|thank you|thx|great|perfect|cool|谢谢|多谢|感谢|太好了",
    "can-do": "what can you do|who are you|how does this work|what is this|你能做什么|你会什么|你是谁|怎么用",
    "no-log": "no log|there is no log|no logs|i have no log|no error|no error message|it just closes|it just exits|it just quits"
    "|the app just closes|app just closes|just closes|it just crashes|it crashes|it silently exits|what should i collect"
    "|没有日志|没日志|没有报错|没有任何日志|直接闪退|闪退|闪退没有日志|直接退出|该收集什么|要收集什么",
}  # fmt: skip

INTENTS = {phrase: name for name, phrases in _INTENTS.items() for phrase in phrases.split("|")}

PLATFORMS = {
    "android": ("android", "安卓"),
    "ios": ("ios", "iphone", "ipad", "苹果手机"),
    "linux": ("linux", "ubuntu"),
    "windows": ("windows", "win11", "win10"),
    "macos": ("macos", "mac", "苹果电脑"),
}

_YES = frozenset("yes y yep yeah yup right correct true 是 是的 对 对的 嗯 有 会 没错".split())
_NO = frozenset("no n nope not wrong false 不 不是 否 没有 没 不会 不对".split())
_LONGEST = 60

_CHINESE = re.compile("[\u3400-\u9fff\uf900-\ufaff]")

# "So, why?" "请问为什么呢"
_HEAD = re.compile(r"(?:(?:ok|okay|and|but|so|well|please|um|hm)\s+|请问|请|那么|那|嗯|好的|但是|可是|不过|所以)+")
_TAIL = re.compile(r"(?:\s+(?:please|then|though|again|exactly)|呢|吗|啊|呀|吧|嘛|一下)+$")
_PUNCTUATION = re.compile(r"[\s?!.,;:，。？！；：、…~～\"“”]+")
# "on Android?" "what about iOS" "在安卓上呢"
_ON_PLATFORM = re.compile(
    r"(?:(?:what about|how about|and|same)\s+)?(?:on|in|for|with)?\s*(?:an |a |the )?([a-z0-9]{3,8})"
)
_ON_PLATFORM_ZH = re.compile(
    r"(?:如果)?(?:是|在|用)?\s*([a-z0-9]{3,8}|安卓|苹果手机|苹果电脑)\s*(?:手机|系统|平台|电脑)?(?:上|下|里)?(?:面)?(?:怎么办|怎么样)?"
)


def normal(said: str) -> str:
    """The words in lower case without punctuation, opening particles and closing ones; '' if it is no short remark."""
    if len(said) > _LONGEST or "\n" in said.strip():
        return ""
    words = _PUNCTUATION.sub(" ", said.lower().replace("'", "").replace("’", "")).strip()
    head = _HEAD.match(words)
    if head and head.end() < len(words):
        words = words[head.end() :]
    return _TAIL.sub("", words).strip() or words


def intent_of(said: str) -> str:
    """The name of what a short remark wants, or ''."""
    return INTENTS.get(normal(said), "")


def language_of(said: str) -> str:
    """The language of a short remark: 'zh' where a Chinese letter is in it, 'en' where it is one that we know, else ''.

    A number, a name or an emoji tells none.
    """
    return "zh" if _CHINESE.search(said) else "en" if intent_of(said) else ""


def platform_of(said: str) -> str:
    """The platform that "on Android?" asks about, or ''."""
    words = normal(said)
    for pattern in (_ON_PLATFORM, _ON_PLATFORM_ZH):
        match = pattern.fullmatch(words)
        for name, known_as in PLATFORMS.items():
            if match and match[1] in known_as:
                return name
    return ""


def yes_or_no(words: str) -> bool | None:
    """True for yes, False for no, None for anything else."""
    return True if words in _YES else False if words in _NO else None
