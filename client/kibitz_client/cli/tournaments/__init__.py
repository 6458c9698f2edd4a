"""`kibitz tournament`: the options of its commands."""
