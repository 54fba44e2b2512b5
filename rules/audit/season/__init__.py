"""A season: many logs chained into games, judged in parallel, kept in a database that can be asked."""
