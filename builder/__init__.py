"""Assets and templates become pictures and a VASSAL module."""
