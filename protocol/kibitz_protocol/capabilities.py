"""Optional features of a server. `welcome` names the available ones, and a client must not use any other."""

CAPABILITIES: dict[str, str] = {
    "accounts": "a guest can register an account, which has sessions and bots",
    "analysis": "finished matches are searched move by move, and mistakes are named",
    "archive": "finished matches can be searched and replayed",
    "chat": "players and spectators can chat, in separate rooms",
    "clocks": "time controls: fischer, delay, byoyomi, move and correspondence",
    "delay": "spectators can be shown a match with a delay",
    "explain": "the tree of a small search is sent node by node",
    "files": "games of files in PGN, PDN and SGF can be read",
    "hint": "an engine suggests a move to the player to move",
    "invite": "seats can be reserved for players and bots by name",
    "lobby_chat": "clients can chat in the lobby",
    "offers": "draw, takeback, pause, resume, adjourn, abort and rematch by consent",
    "opening": "a match can start from a position, or after given moves",
    "pairing": "matchmaking by `seek`",
    "positions": "any position of a game can be explored move by move, and searched by an engine",
    "preview": "a match can be followed without being one of its spectators",
    "private": "a match can be private, with a key",
    "ratings": "players and engines have a rating for each game",
    "series": "a match can be a series of games with swapped sides",
    "series_table": "the games of a series can be listed",
    "thinking": "search info of engines is sent while they search",
    "tournaments": "players, bots and engines can enter tournaments",
    "tv": "`watch` of `tv` follows the best live match",
    "watchers": "the spectators of a match can be listed by name",
}
"""Meaning of every capability of this version. Newer servers may announce others."""
