"""What only the four days have: arrivals, logistic points of the turns, the first morning, victory points."""
