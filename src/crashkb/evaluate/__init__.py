"""Scoring against labelled reports, and the retrieval rules of `kb check`."""
