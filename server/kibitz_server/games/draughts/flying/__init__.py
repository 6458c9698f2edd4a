"""What the forms of draughts with flying kings share."""
