"""Engineers, crews and what they build (chapters 7 and 11): mines, trenches, bunkers, bridges; merging."""
