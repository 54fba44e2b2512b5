"""Who is hidden and who finds him (5.12, 5.13, 6.6), and the headquarters (10.5 to 10.9)."""
