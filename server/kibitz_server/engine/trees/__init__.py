"""Small search trees as data, to be explained to students."""
