"""The local page: drop logs, see them checked, read the report; on this machine only."""
