"""The command `hexmeister`."""


def run() -> None:
    """Run the command line."""
    print("hexmeister")  # noqa: T201
