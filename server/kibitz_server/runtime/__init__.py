"""Running matches: carries out the decisions of the core, in one order of effects."""
