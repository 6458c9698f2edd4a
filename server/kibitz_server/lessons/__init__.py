"""Tasks of lessons: their check and the judgement of answers. Pure."""
