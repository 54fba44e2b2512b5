"""Traits of pieces: what players do with them, and what is written into the log about it."""
