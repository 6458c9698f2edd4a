"""Limit hold'em as its strategy sees it: the tree of all bets, buckets of hands, and how often to do what."""
