"""A chatbot without a language model that tells why an AI framework crashed; start reading in crashkb.ask."""
