"""The cup (2, 3, 5): drawing and deciding, activations, Repeat and General markers, command."""
