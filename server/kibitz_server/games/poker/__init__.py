"""Games of poker: Kuhn, Leduc and hold'em, and what they share."""
