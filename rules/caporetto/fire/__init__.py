"""Fire: bombardment, support, defensive fire, what is seen, and what dice do (chapters 12.1 and 12.2)."""
