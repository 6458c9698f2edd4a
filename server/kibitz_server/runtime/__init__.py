"""Running matches: carries out decisions of the core, in one order of effects."""
