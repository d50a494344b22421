"""Import of maps from other programs: pairs, adjacency lists, matrices and polygons become a board."""
