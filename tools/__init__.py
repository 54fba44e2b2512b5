"""What maintainers of the program itself run; not part of what is installed."""
