"""Scripts that make the data of the engine: tables of endings, books and weights."""
