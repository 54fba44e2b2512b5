"""Actions: who is activated, who is in command, who is attached, who passes (chapters 7, 13 and 14)."""
