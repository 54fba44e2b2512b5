"""Barbarossa 1941: secret orders, opened together and carried out in twelve simultaneous steps."""
