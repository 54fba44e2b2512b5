"""Hexmeister: builds VASSAL modules and referees the games played with them."""

__version__ = "0.1.0"
