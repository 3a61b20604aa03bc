"""Answer to JSON, terminal and Markdown."""
