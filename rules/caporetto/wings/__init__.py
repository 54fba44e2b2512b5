"""What only the battle of two wings a side has: sectors, their order and their line, brigades that wait, who wins."""
