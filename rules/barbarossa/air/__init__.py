"""Aircraft (chapter 9): flights, combats, strikes, searches."""
