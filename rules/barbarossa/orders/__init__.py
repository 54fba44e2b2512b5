"""Orders (chapters 4.2, 6 to 9): who may get them, what is written with them, what takes two of them."""
