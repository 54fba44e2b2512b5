"""Cases of the rules, and the kit of their proof."""
