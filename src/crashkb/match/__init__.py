"""Report and library to ranked hits."""
