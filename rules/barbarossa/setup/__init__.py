"""Before the first round, and who comes later (chapters 2 and 14)."""
