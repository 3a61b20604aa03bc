"""Pages to library: reading, checking and indexing the knowledge base."""
