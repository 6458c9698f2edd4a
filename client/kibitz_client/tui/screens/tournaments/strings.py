"""The English texts of the screens about tournaments."""

from kibitz_client.commands.tournament.export import Form

EVENTS = "Events"
LIST_KEYS = "Enter open  n new  T code  l leagues  / filter  m more  Esc lobby"
LEAGUES = "Leagues"
LEAGUE_KEYS = "Enter open  T code  / filter  m more  Esc events"
LEAGUE_GROUP = "{name} ({league}), season {season}"
NO_LEAGUE_YET = "no league yet; kibitz league create makes one"
EVENT_KEYS = "w top board  x export  1-5 tabs  ^P organise  Enter open  [ ] pages  y code  Esc back"
ENTER_KEY, LEAVE_KEY, REST_KEY, READY_KEY, GAME_KEY = "e enter", "e leave", "r rest", "r ready", "g your game"
UNSUPPORTED = "this server has no tournaments"
GROUPS = {"running": "Running", "announced": "Announced", "finished": "Finished"}
NONE_YET = "no tournament yet; n creates one"
NOTHING_FITS = "no tournament fits {filter}; / changes the filter"
FILTER_PROMPT = "filter: part of a name, a code, a game, a format, or running announced finished"
ALL_SHOWN = "no more tournaments"
FILTERED = "filter: {filter}"
NO_CODE = "{text!r} is not the code of a tournament; one looks like T-7KQ2XF"
CODE_PROMPT = "code of the tournament"
KEY_PROMPT = "this tournament is private; enter its key"
LOADING = "loading"
TABS = {
    "standings": "standings",
    "crosstable": "crosstable",
    "games": "games",
    "statistics": "statistics",
    "rounds": "rounds",
}
PAGE = "page {page} of {pages}; [ ] turn pages"
ROUND = "round {round}{of}{label}; [ ] earlier, later"
NO_ROUND = "no round is paired yet"
NO_GAMES = "no games between them"
WHICH_GAME = "Which game?"
NO_TOP = "no game is running"
NO_OWN_GAME = "no game waits for you"
ENTERED = "you have entered"
LEAVE_SURE = "Leave {name}? Your running game goes on."
LEFT = "you have left"
RESTING = "you rest: you are not paired until you are ready (r)"
READY = "you are ready"
NOT_ENTERED = "you have not entered; e enters"
OVER = "the tournament is over"
EXPORT_AS = "Export as what?"
EXPORT_FORMS: dict[Form, str] = {
    "json": "json: everything, to verify it",
    "csv": "csv: standings, for a spreadsheet",
    "pgn": "pgn: the games",
    "trf": "trf: FIDE's report, for other programs",
    "html": "html: a page",
}
EXPORT_FILE = "file to write"
EXPORT_OVER = "{file} exists. Replace it?"
EXPORTED = "written to {file}"
CODE_COPIED = "code"
YOU_PLAY = "{place}: you play {opponent}; your game opens now"
YOUR_GAME = "kibitz: your game in {place} begins"
KEY_SHOWN_ONCE = "the key of the tournament, shown only once: {key}"

NEW_EVENT = "New event"
PLAN = "plan: {plan}"
NAME = "name"
NAME_HINT = "empty: format and game"
FORMAT = "format"
FORMATS = (
    ("round robin, all meet", "round-robin"),
    ("Swiss, for many entrants", "swiss"),
    ("arena, for some time", "arena"),
    ("knockout", "knockout"),
    ("gauntlet, first against all", "gauntlet"),
    ("match of two entrants", "match"),
    ("ladder, by challenges", "ladder"),
)
KINDS = "may enter"
KIND_CHOICES = (
    ("people, bots and engines", "people,bots,engines"),
    ("engines", "engines"),
    ("people", "people"),
    ("people and bots", "people,bots"),
    ("bots and engines", "bots,engines"),
)
ENGINES = "engines"
ENGINES_HINT = "level:3 Deep=alphabeta:nodes=500"
LENGTHS = {
    "swiss": ("rounds", "empty: as the entrants need"),
    "round-robin": ("cycles", "how often all meet; or empty"),
    "gauntlet": ("cycles", "how often they meet; or empty"),
    "match": ("games", "an even number, such as 20"),
    "knockout": ("most pairs", "of games in a pairing"),
    "arena": ("minutes", "such as 45"),
    "ladder": ("season in days", "empty: no seasons"),
}
"""For each format the label and the hint of the field for its length."""
START = "start"
START_CHOICES = (
    ("when you start it", "hand"),
    ("now", "now"),
    ("at a time", "at"),
    ("with enough entrants", "when"),
)
START_DETAILS = {"at": ("time", "19:30, or 2026-12-24T19:30"), "when": ("entrants", "such as 8")}
MOST = "most entrants"
OPENINGS = "openings"
OPENING_CHOICES = (("none", "none"), ("the server's, in pairs of games", "bundled"))
CONCURRENCY = "games at once"
CONCURRENCY_HINT = "of engines; empty: all slots"
BREAK = "break"
BREAK_HINT = "seconds between rounds"
OPTIONS = "game options"
OPTIONS_HINT = "such as columns=5 rows=4"
FIRST_MOVE = "first move within"
FIRST_MOVE_HINT = "seconds; later: a forfeit"
RATED = "rated"
APPROVE = "entry"
APPROVE_CHOICES = (("is open", "open"), ("needs your approval", "approve"))
PRIVATE = "visibility"
PRIVATE_CHOICES = (("everyone", "public"), ("with the code and a key", "private"))
BERSERK = "berserk"
BERSERK_CHOICES = (("not allowed", "no"), ("allowed", "yes"))
NOT_A_NUMBER = "{label}: {text!r} is not a number"

ORGANISE = {
    "start": "Start the tournament",
    "pause": "Pause the tournament",
    "resume": "Resume the tournament",
    "extend-rounds": "Add rounds",
    "extend-minutes": "Add minutes",
    "cancel": "Cancel the tournament",
    "add": "Add an entrant",
    "remove": "Remove an entrant",
    "approve": "Approve an entrant",
    "pair": "Pair two entrants by hand",
    "result": "Set, void or restore a result",
    "tie-breaks": "Choose other tie-breaks",
}
"""What the organiser may do, as entries of the palette."""
KEYWORDS = "organise tournament event"
CHALLENGE = "Challenge an entrant of the ladder"
CHALLENGE_WHOM = "Challenge which entrant?"
ACCEPT_CHALLENGE = "Accept the challenge of {name}"
DECLINE_CHALLENGE = "Decline the challenge of {name}"
WITHDRAW_CHALLENGE = "Withdraw your challenge to {name}"
CHALLENGED = "{name} is challenged"
DONE = "done"
PAUSE_REASON = "reason, or nothing"
CANCEL_SURE = "End {name} with the current standings?"
HOW_MANY = {"rounds": "rounds to add", "minutes": "minutes to add"}
WHICH_ENTRANT = "Which entrant?"
REMOVE_REASON = "reason for removing {name}, or nothing"
NO_ENTRANTS = "no entrants yet"
ADD_WHAT = "an engine (level:3, Deep=alphabeta:nodes=5000), or the name of a player"
TIE_BREAK_NAMES = "tie-breaks in their order, such as BH-C1 BH SB"
FIELD_ROUND, FIELD_FIRST, FIELD_SECOND = "round", "first to move", "second, or bye"
FIELD_GAME, FIELD_RESULT, FIELD_REASON = "game number", "result", "reason"
RESULT_TITLE = "Result: 1-0, 0-1, draw, void, restore, forfeit:NAME"
