"""The systems of the book beside the map, a file each."""
