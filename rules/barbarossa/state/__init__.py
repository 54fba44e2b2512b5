"""Units, their cards and what is marked on them (chapter 3): values, harm, bravery, marks; the battle they are in."""
