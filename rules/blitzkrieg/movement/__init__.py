"""Movement (6.1, 7): marching, stacking, riding, coming onto the map."""
