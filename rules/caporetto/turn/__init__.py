"""The turn: its phases, supply, rally, victory (chapters 4, 9, 20 and 23)."""
