"""The referee as one page: what `make web` puts together."""
