"""What a server can do beyond matches themselves. It names what it has in `welcome`; a client asks for nothing else."""

CAPABILITIES: dict[str, str] = {
    "accounts": "a guest may become an account, with sessions and bots of its own",
    "archive": "matches that are over are found and told again",
    "chat": "players and watchers may talk, each to their own",
    "clocks": "fischer, delay, byoyomi, move and correspondence",
    "delay": "those who watch may be kept behind",
    "explain": "the tree of a small search is told node by node",
    "hint": "an engine may be asked what it would play",
    "invite": "seats may be kept for people and bots by name",
    "offers": "draw, takeback, pause, resume, adjourn, abort and rematch by consent",
    "opening": "a match may begin at a position, or after moves",
    "pairing": "opponents are found by `seek`",
    "private": "a match may be private, with a key",
    "ratings": "players and engines are rated at each game",
    "series": "several games with the sides swapped",
    "series_table": "the games of a series are told together",
    "thinking": "what engines think is told while they do",
    "tv": "`watch` of `tv` follows the best live match",
    "watchers": "who watches a match is told by name",
}
"""Every name a server of this version may announce, and what it means. Newer ones may say more."""
