"""What is built, mended and destroyed: trenches and bridges (chapters 17 and 19)."""
