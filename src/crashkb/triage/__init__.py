"""Many reports: where they come from, what diagnoses them, what all of them say together."""
