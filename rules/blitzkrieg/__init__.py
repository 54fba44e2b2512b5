"""Blitzkrieg 1940: the rules of Hannut and Stonne."""
