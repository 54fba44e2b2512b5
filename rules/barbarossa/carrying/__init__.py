"""Transport and supply (7.10, 7.14, 7.15, 8.8, 8.9)."""
