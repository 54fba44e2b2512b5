"""How fast and how large: each measure beside a stated baseline, in the same run."""
