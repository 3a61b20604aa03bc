"""Pages by words: the scores are scikit-learn's, the ways of asking lead home."""

import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from crashkb.kb.documents import SEARCHED_KINDS, Wording, document_tokens
from crashkb.match.by_words import find_pages, word_scores
from crashkb.match.query import words_query
from kbs import real_library, small_library

QUESTIONS = (
    "why does it say CUDA out of memory when there is still plenty free",
    "显存还有很多却报 OOM",
    "what does exit code 137 mean",
    "tflite op version too new after converting",
)


@pytest.mark.parametrize("text", QUESTIONS)
def test_scores_equal_scikit_learns(text: str) -> None:
    """Cosines from the index file agree with TfidfVectorizer over the same tokens to 1e-6."""
    library = real_library()
    pages = [page for name in library.page_ids() if (page := library.page(name)) is not None]
    signatures = [signature for name in library.signature_ids() if (signature := library.signature(name)) is not None]
    wording = Wording(library.concepts)
    documents = [document_tokens(page, signatures, wording) for page in pages if page.kind in SEARCHED_KINDS]
    model = TfidfVectorizer(analyzer=list, sublinear_tf=True, norm="l2", smooth_idf=True)
    matrix = model.fit_transform(documents)
    query = words_query(library, text)
    expected = (matrix @ model.transform([list(query.terms)]).T).toarray().ravel()

    ours = word_scores(library, query.terms)

    assert max(expected) > 0
    for number, score in enumerate(expected):
        assert ours.of(number) == pytest.approx(score, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("nvidia-smi shows 8 GB free but pytorch OOM", "oom-though-memory-free"),
        ("退出码 137 是什么意思", "what-does-137-mean"),
    ],
)
def test_a_known_way_of_asking_leads_to_its_page(text: str, page: str) -> None:
    """With a likeness near 1."""
    library = small_library()
    best = find_pages(library, words_query(library, text))[0]

    assert best.id == page
    assert best.ask > 0.95


def test_a_misspelt_word_still_finds_the_page() -> None:
    """Spelling is corrected against the vocabulary of the pages."""
    library = small_library()

    assert find_pages(library, words_query(library, "pytorch activatons memroy"))[0].cosine > 0


def test_a_question_about_something_else_stays_far_from_every_way_of_asking() -> None:
    """Words that no page knows weigh as the rarest ones."""
    library = small_library()
    hits = find_pages(library, words_query(library, "what does this exotic venezuelan orchid species mean"))

    assert all(hit.ask < 0.5 for hit in hits)


def test_no_known_word_finds_nothing() -> None:
    """Not even with score 0."""
    library = small_library()

    assert find_pages(library, words_query(library, "zzqqxx 讲个笑话")) == ()
