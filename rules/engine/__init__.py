"""What every game shares: position, action, ruling, sequence of play, dice and space."""
