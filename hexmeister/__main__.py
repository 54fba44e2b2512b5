"""`python -m hexmeister`: the same as the command `hexmeister`."""

from hexmeister.main import run

run()
