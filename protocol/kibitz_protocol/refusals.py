"""Codes of refusals and of closed connections. Both lists are closed: a client may rely on the codes."""

from enum import StrEnum


class Code(StrEnum):
    """The code of a refusal. `SENTENCES` holds its message, for when the server sends no more specific one."""

    BAD_MESSAGE = "bad_message"
    UNKNOWN_TYPE = "unknown_type"
    ID_REUSED = "id_reused"
    WRONG_VERSION = "wrong_version"
    HELLO_FIRST = "hello_first"
    UNKNOWN_TOKEN = "unknown_token"
    BANNED = "banned"
    MUTED = "muted"
    NOT_ALLOWED = "not_allowed"
    NOT_ACCOUNT = "not_account"
    ALREADY_ACCOUNT = "already_account"
    BAD_NAME = "bad_name"
    NAME_TAKEN = "name_taken"
    BAD_PASSWORD = "bad_password"
    WRONG_PASSWORD = "wrong_password"
    UNKNOWN_SESSION = "unknown_session"
    UNKNOWN_PLAYER = "unknown_player"
    UNKNOWN_SANCTION = "unknown_sanction"
    UNKNOWN_GAME = "unknown_game"
    BAD_OPTION = "bad_option"
    BAD_POSITION = "bad_position"
    BAD_MOVES = "bad_moves"
    BAD_SEATS = "bad_seats"
    CANNOT_RATE = "cannot_rate"
    UNKNOWN_ENGINE = "unknown_engine"
    UNFIT_ENGINE = "unfit_engine"
    UNKNOWN_MATCH = "unknown_match"
    BAD_CURSOR = "bad_cursor"
    BAD_TREE = "bad_tree"
    TREE_TOO_LARGE = "tree_too_large"
    NO_ANALYSIS = "no_analysis"
    WRONG_KEY = "wrong_key"
    NO_WATCHERS = "no_watchers"
    NO_HELP = "no_help"
    CHAT_OFF = "chat_off"
    MATCH_FULL = "match_full"
    SEAT_TAKEN = "seat_taken"
    SEAT_KEPT = "seat_kept"
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    NOT_HOST = "not_host"
    NOT_OPEN = "not_open"
    NOT_RUNNING = "not_running"
    SEATS_EMPTY = "seats_empty"
    NOT_YOUR_TURN = "not_your_turn"
    STALE_PLY = "stale_ply"
    ILLEGAL_MOVE = "illegal_move"
    NOT_WATCHING = "not_watching"
    NO_FEED = "no_feed"
    NO_ALERTS = "no_alerts"
    UNKNOWN_CHANNEL = "unknown_channel"
    NO_OFFER = "no_offer"
    OFFER_OPEN = "offer_open"
    TOO_SOON = "too_soon"
    NO_MOVE = "no_move"
    NOT_PAUSED = "not_paused"
    NOT_OVER = "not_over"
    NOT_CLAIMABLE = "not_claimable"
    NO_CHANCE = "no_chance"
    NO_BERSERK = "no_berserk"
    PLAYING = "playing"
    UNKNOWN_PUZZLE = "unknown_puzzle"
    UNKNOWN_LESSON = "unknown_lesson"
    NOT_TEACHER = "not_teacher"
    BAD_TASK = "bad_task"
    UNKNOWN_STUDY = "unknown_study"
    STUDY_CHANGED = "study_changed"
    UNKNOWN_TOURNAMENT = "unknown_tournament"
    NOT_ORGANISER = "not_organiser"
    ENTRY_CLOSED = "entry_closed"
    NOT_ENTERED = "not_entered"
    ALREADY_ENTERED = "already_entered"
    TOURNAMENT_FULL = "tournament_full"
    BAD_FORMAT = "bad_format"
    NO_PAIRING = "no_pairing"
    ALREADY_PAIRED = "already_paired"
    TOO_MANY = "too_many"
    BUSY = "busy"
    ENGINE_BUDGET = "engine_budget"
    DRAINING = "draining"
    NOT_SAVED = "not_saved"
    INTERNAL = "internal"


SENTENCES: dict[Code, str] = {
    Code.BAD_MESSAGE: "the message does not fit the protocol",
    Code.UNKNOWN_TYPE: "there is no message of that type",
    Code.ID_REUSED: "another command of yours has this id already",
    Code.WRONG_VERSION: "client and server have no protocol version in common",
    Code.HELLO_FIRST: "the first message must be hello",
    Code.UNKNOWN_TOKEN: "the server does not know this token",
    Code.BANNED: "you are banned from this server",
    Code.MUTED: "you are muted and cannot chat at the moment",
    Code.NOT_ALLOWED: "your role does not allow that",
    Code.NOT_ACCOUNT: "only an account can do that",
    Code.ALREADY_ACCOUNT: "only a guest can do that",
    Code.BAD_NAME: "the name is not allowed on this server",
    Code.NAME_TAKEN: "the name, or one that looks like it, belongs to an account",
    Code.BAD_PASSWORD: "the password would be too easy to guess",
    Code.WRONG_PASSWORD: "there is no account with that name and password",
    Code.UNKNOWN_SESSION: "your account has no such session",
    Code.UNKNOWN_PLAYER: "there is no player of that name or id",
    Code.UNKNOWN_SANCTION: "there is no such ban or mute",
    Code.UNKNOWN_GAME: "the server does not know that game",
    Code.BAD_OPTION: "the game does not take that option or value",
    Code.BAD_POSITION: "the position is malformed, or cannot occur in the game",
    Code.BAD_MOVES: "the moves before the start of the match cannot be played",
    Code.BAD_SEATS: "the seats do not fit the game",
    Code.CANNOT_RATE: "a match with these settings cannot be rated",
    Code.UNKNOWN_ENGINE: "the server has no engine of that name",
    Code.UNFIT_ENGINE: "that engine cannot play that game",
    Code.UNKNOWN_MATCH: "there is no match with that code",
    Code.BAD_CURSOR: "the cursor does not belong to a page of the archive",
    Code.BAD_TREE: "the text is not a tree of leaf values",
    Code.TREE_TOO_LARGE: "the tree has too many nodes to show",
    Code.NO_ANALYSIS: "the match cannot be analysed",
    Code.WRONG_KEY: "it is private, and that is not its key",
    Code.NO_WATCHERS: "spectators are not allowed in that match",
    Code.NO_HELP: "that match is played without engine help until it is over",
    Code.CHAT_OFF: "chat is off in that match",
    Code.MATCH_FULL: "every seat of the match is taken",
    Code.SEAT_TAKEN: "that seat is taken",
    Code.SEAT_KEPT: "that seat is reserved for another player",
    Code.ALREADY_SEATED: "you already sit in this match",
    Code.NOT_SEATED: "you do not sit in this match",
    Code.NOT_HOST: "only the host of the match may do that",
    Code.NOT_OPEN: "the match has already started",
    Code.NOT_RUNNING: "the match is not running",
    Code.SEATS_EMPTY: "a seat is still empty",
    Code.NOT_YOUR_TURN: "it is not your turn",
    Code.STALE_PLY: "the match is at another ply",
    Code.ILLEGAL_MOVE: "that move is not legal here",
    Code.NOT_WATCHING: "you are not watching that match",
    Code.NO_FEED: "this server does not publish to an MQTT broker",
    Code.NO_ALERTS: "this server does not send alerts in that way",
    Code.UNKNOWN_CHANNEL: "there is no such address for alerts",
    Code.NO_OFFER: "there is no such offer to answer or withdraw",
    Code.OFFER_OPEN: "that has already been offered or agreed",
    Code.TOO_SOON: "you cannot offer that again yet",
    Code.NO_MOVE: "you have no move to take back",
    Code.NOT_PAUSED: "the match is not paused",
    Code.NOT_OVER: "the match is not over yet",
    Code.NOT_CLAIMABLE: "the match cannot be claimed, or not yet",
    Code.NO_CHANCE: "nothing is left to chance in that game",
    Code.NO_BERSERK: "you cannot go berserk in that match, or not any more",
    Code.PLAYING: "you play a match with a clock at the moment",
    Code.UNKNOWN_PUZZLE: "there is no such puzzle",
    Code.UNKNOWN_LESSON: "there is no lesson or class with that code",
    Code.NOT_TEACHER: "only the teacher who made the lesson can do that",
    Code.BAD_TASK: "the lesson has no such task, or the answer does not fit it",
    Code.UNKNOWN_STUDY: "there is no study with that code",
    Code.STUDY_CHANGED: "the study was changed in another place meanwhile",
    Code.UNKNOWN_TOURNAMENT: "the server has no such tournament",
    Code.NOT_ORGANISER: "only the organiser of the tournament can do that",
    Code.ENTRY_CLOSED: "the tournament accepts no entrants any more",
    Code.NOT_ENTERED: "you have not entered the tournament",
    Code.ALREADY_ENTERED: "that entrant is in the tournament already",
    Code.TOURNAMENT_FULL: "the tournament has as many entrants as it may have",
    Code.BAD_FORMAT: "the terms do not fit the format of the tournament",
    Code.NO_PAIRING: "there is no legal pairing of the round",
    Code.ALREADY_PAIRED: "that entrant has a pairing in the round already",
    Code.TOO_MANY: "that is more than the server allows one client",
    Code.BUSY: "the server has too much work at the moment",
    Code.ENGINE_BUDGET: "the engine time for guests at your address is used up for now",
    Code.DRAINING: "the server is about to stop and starts nothing new",
    Code.NOT_SAVED: "the server cannot save moves at the moment, so it takes none",
    Code.INTERNAL: "an internal error occurred; the match that it affected was stopped",
}


class Close:
    """WebSocket close codes of a server, with what the client should do."""

    RESTART = 1012
    """The server restarts. Reconnect after a moment."""
    POLICY = 1008
    """The connection violates a rule of the server. Do not reconnect automatically."""
    OVERLOADED = 1013
    """The client read too slowly, or the server cannot serve it now. Reconnect after a moment and resume."""
    BAD_MESSAGE = 4400
    """The client sent data that is not a message of the protocol."""
    UNKNOWN_TOKEN = 4401
    """The server does not know the token. Reconnect without it."""
    BANNED = 4403
    """The player or address is banned. The preceding refusal says until when."""
    SLOW_HELLO = 4408
    """The client did not send `hello` in time."""
    ELSEWHERE = 4409
    """The same bot connected elsewhere. Do not reconnect automatically."""
    TOO_MANY = 4429
    """The client sent too many messages or opened too many connections. Wait before reconnecting."""
