"""`kibitz tournament`: create tournaments, follow them, take part in them and organise them."""
