"""Twin test: matches that differ in nothing that a viewer may know look the same to that viewer."""
