"""What supports (8.6, 10): guns and Stukas with their observers, mines, defence works."""
