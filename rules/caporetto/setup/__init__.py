"""The set-up of the two battles (chapters 26 and 27)."""
