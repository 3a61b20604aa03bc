"""Tokens that services issue, by their documented prefixes: (kind, trigger words, regex).

Triggers are lower-case words of which one must stand in the lower-cased text before the regex is tried.
"""

_EDGE = r"(?<![A-Za-z0-9_])"

TOKENS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    # AKIAIOSFODNN7EXAMPLE
    (
        "aws-key-id",
        ("akia", "asia", "agpa", "aroa", "aida"),
        rf"{_EDGE}(?:AKIA|ASIA|AGPA|AROA|AIDA)[0-9A-Z]{{16}}(?![0-9A-Za-z])",
    ),
    # ghp_16C7e42F292c6912E7710c838347Ae178B4a, github_pat_11AA…
    (
        "github-token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        rf"{_EDGE}(?:gh[pousr]_[A-Za-z0-9]{{30,255}}|github_pat_[A-Za-z0-9_]{{22,255}})",
    ),
    # glpat-xxxxxxxxxxxxxxxxxxxx
    ("gitlab-token", ("glpat-", "gldt-", "glrt-"), rf"{_EDGE}gl(?:pat|dt|rt)-[A-Za-z0-9_-]{{16,64}}"),
    # xoxb-1234567890-…
    ("slack-token", ("xox", "xapp-"), rf"{_EDGE}(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{{10,250}}"),
    # https://hooks.slack.com/services/T000/B000/XXXX
    ("slack-webhook", ("hooks.slack.com",), r"(?<=hooks\.slack\.com/services/)[A-Za-z0-9_/]{10,120}"),
    # https://discord.com/api/webhooks/123/abc
    ("discord-webhook", ("api/webhooks/",), r"(?<=api/webhooks/)\d{5,25}/[\w-]{20,120}"),
    # MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs
    ("discord-token", (".",), rf"{_EDGE}[MNO][A-Za-z\d_-]{{23,25}}\.[A-Za-z\d_-]{{6}}\.[A-Za-z\d_-]{{27,40}}"),
    # sk_live_4eC39HqLyjWDarjtT1zdp7dc
    ("stripe-key", ("_live_", "_test_"), rf"{_EDGE}(?:sk|pk|rk|whsec)_(?:live|test)_[0-9A-Za-z]{{16,247}}"),
    # AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe
    ("google-api-key", ("aiza",), rf"{_EDGE}AIza[0-9A-Za-z_-]{{35}}"),
    # ya29.a0AfH6SM…; 1//0g…
    ("google-oauth", ("ya29.", "gocspx-"), rf"{_EDGE}(?:ya29\.[0-9A-Za-z_-]{{20,400}}|GOCSPX-[0-9A-Za-z_-]{{20,60}})"),
    # sk-ant-api03-…
    ("anthropic-key", ("sk-ant-",), rf"{_EDGE}sk-ant-[A-Za-z0-9_-]{{20,200}}"),
    # sk-proj-…, sk-…
    (
        "openai-key",
        ("sk-",),
        rf"{_EDGE}sk-(?=[A-Za-z_-]{{0,60}}\d)(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{{20,200}}",
    ),
    # hf_abcdefghijklmnopqrstuvwxyzABCDEFGH
    ("huggingface-token", ("hf_", "api_org_"), rf"{_EDGE}(?:hf|api_org)_[A-Za-z0-9]{{30,64}}(?![A-Za-z0-9_])"),
    # npm_…36
    ("npm-token", ("npm_",), rf"{_EDGE}npm_[A-Za-z0-9]{{36}}(?![A-Za-z0-9])"),
    # pypi-AgEIcHlwaS5vcmc…
    ("pypi-token", ("pypi-age",), rf"{_EDGE}pypi-AgE[A-Za-z0-9_-]{{40,250}}"),
    # 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
    ("sendgrid-key", ("sg.",), rf"{_EDGE}SG\.[\w-]{{16,32}}\.[\w-]{{32,64}}"),
    # AC + 32 hex, SK + 32 hex
    ("twilio-key", ("ac", "sk"), rf"{_EDGE}(?:AC|SK)[0-9a-f]{{32}}(?![0-9A-Za-z])"),
    # key-3ax6xnjp29jd6fds4gc373sgvjxteol0
    ("mailgun-key", ("key-",), rf"{_EDGE}key-[0-9a-z]{{32}}(?![0-9A-Za-z])"),
    # 110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw
    ("telegram-token", (":aa",), rf"{_EDGE}\d{{8,10}}:AA[A-Za-z0-9_-]{{32,34}}(?![A-Za-z0-9_-])"),
    # AccountKey=…== (Azure storage: 64 bytes in base64)
    ("azure-key", ("==",), r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{86}==(?!=)"),
    # eyJhbGciOi….eyJzdWIi….signature
    ("jwt", ("eyj",), rf"{_EDGE}eyJ[A-Za-z0-9_-]{{8,2000}}\.eyJ[A-Za-z0-9_-]{{4,4000}}(?:\.[A-Za-z0-9_-]{{0,2000}})?"),
    # dop_v1_64hex
    ("digitalocean-token", ("dop_v1_", "doo_v1_"), rf"{_EDGE}do[opr]_v1_[0-9a-f]{{64}}"),
    # dapi + 32 hex
    ("databricks-token", ("dapi",), rf"{_EDGE}dapi[0-9a-f]{{32}}(?:-\d)?(?![0-9A-Za-z])"),
    # dckr_pat_…
    ("docker-token", ("dckr_",), rf"{_EDGE}dckr_(?:pat|oat)_[A-Za-z0-9_-]{{20,64}}"),
    # nvapi-…
    ("nvidia-key", ("nvapi-",), rf"{_EDGE}nvapi-[A-Za-z0-9_-]{{40,100}}"),
    # r8_…, gsk_…
    ("model-service-key", ("r8_", "gsk_", "pplx-", "xai-"), rf"{_EDGE}(?:r8_|gsk_|pplx-|xai-)[A-Za-z0-9]{{30,100}}"),
    # hvs.CAES…
    ("vault-token", ("hvs.", "hvb."), rf"{_EDGE}hv[sb]\.[A-Za-z0-9_-]{{20,200}}"),
    # shpat_32hex
    ("shopify-token", ("shpat_", "shpss_", "shpca_"), rf"{_EDGE}shp(?:at|ss|ca|pa)_[0-9a-fA-F]{{32}}"),
    # ntn_…, secret_…43
    (
        "notion-token",
        ("ntn_", "secret_"),
        rf"{_EDGE}(?:ntn_[A-Za-z0-9]{{40,60}}|secret_[A-Za-z0-9]{{43}})(?![A-Za-z0-9])",
    ),
    # lin_api_…
    ("linear-key", ("lin_api_",), rf"{_EDGE}lin_api_[A-Za-z0-9]{{32,64}}"),
    # LTAI5t… (Alibaba Cloud), AKID… (Tencent Cloud)
    ("alibaba-key-id", ("ltai",), rf"{_EDGE}LTAI[A-Za-z0-9]{{12,30}}(?![A-Za-z0-9])"),
    ("tencent-key-id", ("akid",), rf"{_EDGE}AKID[A-Za-z0-9]{{32}}(?![A-Za-z0-9])"),
    # AGE-SECRET-KEY-1…
    ("age-key", ("age-secret-key-",), r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    # EAACEdEose0cBA…
    ("facebook-token", ("eaace",), rf"{_EDGE}EAACE[0-9A-Za-z]{{20,250}}"),
    # 1/1204…:hash; figd_…, dp.pt.…
    (
        "service-token",
        ("figd_", "dp.pt.", "phc_", "rubygems_", "atlasv1", "glsa_"),
        rf"{_EDGE}(?:figd_|dp\.pt\.|phc_|rubygems_|glsa_)[A-Za-z0-9_-]{{30,100}}",
    ),
    # wandb: 40 hex behind `wandb login`
    ("wandb-key", ("wandb",), r"(?<=wandb login )(?:--relogin )?[0-9a-f]{40}(?![0-9a-f])"),
)
