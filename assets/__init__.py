"""What a maintainer edits: units, maps, charts and scenarios, and the typed schema that reads them."""
