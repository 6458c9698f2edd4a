"""No-limit hold'em as its strategy sees it: trees of few sizes of bets, and how often to do what."""
