"""The referee: a kernel that every game shares, one package a game, and the audit of logs."""
