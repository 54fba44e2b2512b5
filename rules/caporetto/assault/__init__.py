"""Assaults: who attacks where, what the dice do, who retreats whither and who follows (10.2, 12.3)."""
