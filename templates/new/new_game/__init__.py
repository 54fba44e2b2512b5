"""New Game: its data, and the rules that the referee knows."""
