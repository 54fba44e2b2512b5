"""Rounds, phases and steps (chapter 4): the clock, the status update, the end of the game."""
