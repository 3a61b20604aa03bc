"""The chat in a terminal (and in a browser): screens and widgets; what is said is decided in `crashkb.chat`."""
