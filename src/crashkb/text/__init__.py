"""Masks, tokens and concepts: the one tokeniser."""
