"""Movement: what it costs to go somewhere, who may, and how units stack (chapters 10 and 11)."""
