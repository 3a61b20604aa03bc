"""Pasted text to Report: scrubbing, block readers, prose and facts."""
