"""Files of other programs, each with one thing that a strict reader would refuse, and what is to be read of them."""
