"""How `hexmeister show` puts modules, saves and logs before a person: from plain data to headings and tables."""
