"""The turn (2, 11, 12): phases, who comes and goes when, victory."""
