"""The English texts of the app. Texts about matches come from `kibitz_client.text`, as in the line mode."""

TITLE = "kibitz"
CONNECTING = "looking for a server"
NONE_FOUND = "no server found: starting a private one"
STARTING_PRIVATE = "starting a private server"
JOIN_NEW = "Join '{name}'? It announces itself on this network, and this machine has not used it before."
JOIN_PLACE = "It is at {place}, announced by {machine}."
JOIN_ELSEWHERE = "It leads to another host: {place}. It is announced by {machine}."
JOIN_OR_PRIVATE = "Otherwise a private server starts, only for this machine."
WHICH_SERVER = "Several servers were found. Which one?"
NEW_SERVER = "new"
ANNOUNCED_BY = "announced by {machine}"
PRIVATE_INSTEAD = "a private one, only for this machine"
ONLINE = "ONLINE"
OFFLINE = "OFFLINE"
LINE_MODE = """kibitz draws its screens only in a terminal, and this is not one (or --plain was given).

The line mode has the same commands and prints a line for each event:
  kibitz play GAME             play against an engine        kibitz games   list the games
  kibitz lobby                 list the open matches         kibitz join CODE / kibitz watch CODE
  kibitz host GAME             wait for an opponent          kibitz watch tv
In a match, type help. More: kibitz --help"""

LIVE = "Live"
OPEN_SEATS = "Open seats"
YOUR_MOVE = "Your move"
YOUR_MATCHES = "Your matches"
PREVIEW = "Preview"
PREVIEW_OF = "Preview: {title} {code}"
PREVIEW_NONE = "choose a match; its board is shown here"
PREVIEW_CLOSED = "this match has no spectators"
PREVIEW_OPEN = "this match has not begun"
LAST_MOVES = "last moves: {moves}"
QUICK_PLAY = "Quick play"
QUICK_ENGINE = "Connect Four v engine, level 3"
QUICK_ANYONE = "Play any opponent who is waiting"
QUICK_DEMO = "Watch two engines play"
NOTHING = "no matches; n creates one"
SEEKING = "looking for an opponent; Esc stops"
YOUR_SEEKS = "You look for an opponent: Enter stops"
SCREEN_KEYS = ", settings  ? help  ^Q quit"
HELP_TAIL = ", settings  ^Q quit"
SETTINGS_TAIL = "F1 help  ^Q quit"
MOVE_KEY = "F3"
"""The key of the move that no cell of the board stands for."""
EDGES = "edges: {owners}"
WHICH_MOVE = "Which move?"
LEGAL_MOVES = "{count} legal moves"
SETTLE = "dead: {dead}; settle proposes it, accept agrees, resume plays on"
SETTLE_HINT = "settle, accept or resume; Esc, then Enter on a stone marks its chain"
NO_MOVES = "no move is legal now"
PROMPT_KEYS = "F1 rules  F2 settings  ^Q quit"
LOBBY_CHAT = "Lobby chat"
LOBBY_CHAT_ASK = "message to everyone in the lobby"
LOBBY_CHAT_NONE = "this server has no chat in the lobby"
LOBBY_KEYS = (
    "Enter open  n new  T events  t TV  j code  w watch  / filter  r replays  a account  c chat  i invite  h rules"
    "  R ratings  p profile  g four"
)
WATCH_KEYS = "[ ] moves  f flip  e panel  c chat  n next  w who  r replay  p line  g four  x tree  z zen  i invite"
WATCH_PACE_KEYS = "- slower  + faster  Space pause  . step  [ ] moves  f flip  e panel  n next  r replay  x tree  z zen"
WATCH_SERIES_KEYS = "[ ] moves  f flip  e panel  n next  S series  w who  c chat  r replay  g four  x tree"
MATCH_SERIES_KEYS = "/draw  /undo  /resign  /series  /help  [ ] moves  Esc board  ^P palette"
BOARD_SERIES_KEYS = "arrows move  Enter pick  Tab prompt  [ ] moves  Esc lobby  S series  w who  ^P palette"
EVENT_GAME_KEYS = "/draw  /resign  /hint  /who  /help  [ ] moves  Esc board  ^P palette"
MATCH_KEYS = "/draw  /undo  /resign  /hint  /who  /help  [ ] moves  Esc board  ^P palette"
BOARD_KEYS = "arrows move  Enter pick  Tab prompt  [ ] moves  Esc lobby  w who  x tree  ^P palette"
OVER_KEYS = "r rematch  n next game  a analyse  y copy  / commands  [ ] moves  Esc lobby  ^P palette"
EVENT_OVER_KEYS = "n tournament  a analyse  y copy  / commands  [ ] moves  Esc tournament  ^P palette"
CARDS_OVER_KEYS = "r rematch  n next game  y copy  / commands  [ ] moves  Esc lobby  ^P palette"
EVENT_OVER_PROMPT_KEYS = "/replay  /explain  /copy  /chat  Esc board  ^P palette"
OVER_PROMPT_KEYS = "/rematch  /replay  /explain  /copy  /chat  Esc board  ^P palette"
CARDS_WATCH_OVER_KEYS = "n next  f flip  c chat  g four  w who  r replay  y copy  Esc back"
WATCH_OVER_KEYS = "a analyse  n next  f flip  c chat  g four  w who  r replay  y copy  Esc back"
KEYS_HINT = "move> your turn: {keys}; or a /command"
TABLE_KEYS = "Enter list  Tab prompt  [ ] moves  Esc lobby  w who  ^P palette"
NUMBER_KEYS = "Enter play it  up down next number  Tab quick values  Esc prompt"
NUMBER_WRONG = "{word} {bounds}, not {text}"
MOVE_HINT = "move> your turn: a move, /command, or click the board"
WAIT_HINT = "move> not your turn: a move becomes a premove; or a /command"
EVENT_OVER_HINT = "move> the game is over: n goes back to the tournament, a analyse; or a /command"
BACK_SOON = "{result}  Back to {name} in a moment; Esc goes at once."
CARDS_OVER_HINT = "move> the match is over: r rematch, n next game, /replay the match; or a /command"
OVER_HINT = "move> the match is over: r rematch, n next game, a analyse; or a /command"
CHAT_PROMPT = "chat> "
CODE_PROMPT = "code of the match or the tournament"
WATCH_INSTEAD = "{reason}: watch it?"
OTHER_SERVER = "that match is on another server"
KEY_PROMPT = "this match is private; enter its key"
KEY_WRONG = "wrong key; try again, or press Esc"
INVITE = "Invite to {title} {code}"
INVITE_JOIN = "to join:   {line}"
INVITE_WATCH = "to watch:  {line}"
INVITE_CLOSED = "no seat is open, and the match cannot be watched"
INVITE_KEY = "its key:   {key}   (send it only to your guests; no address contains it)"
INVITE_KEY_UNKNOWN = "the match is private: ask its creator for the key"
INVITE_QR = "on a phone: {page}"
INVITE_QR_SIZE = "the QR code needs {columns} columns and {rows} rows: enlarge the window, or type the address above"
INVITE_HERE_ONLY = (
    "The server listens only on this machine, so only players at this machine can join. To admit others, start it with"
    " kibitz-server serve --host 0.0.0.0"
)
INVITE_PRIVATE = (
    "This is your private server: only players at this machine can join, and the match ends with the app. To admit"
    " others, start a server with kibitz-server serve --host 0.0.0.0"
)
INVITE_KEYS = "c copy the line  Esc back"
COPY_WHAT = "Copy what?"
COPIES = {"code": "code", "invite": "invitation", "position": "position", "record": "record"}
COPY_NOTHING = "there is nothing to copy"
COPY_UNKNOWN = "/copy knows no {what}; it copies code, invite, position or record"
COPIED = "copied: {name}"
COPIED_TMUX = " (tmux needs: set -g set-clipboard on)"
NO_MATCH_SELECTED = "choose a match first"
FILTER_PROMPT = "filter: part of a game, a name or a code"
WAITING = "waiting for the match"
SAVED = "saved"
SENT = "sent"
RESIGN_SURE = "Resign this match?"
RESIGN_FOR_SURE = "Resign for {side}?"
DRAW_SURE = "Do both sides agree on a draw?"
SIDE_TO_MOVE = "move> {side} to move: a move, /command, or click the board"
YES, NO, CLOSE = "Yes", "No", "Close"
PASS = "only move: {move}   (Enter on the board, a click here, or type it)"
PREMOVED = "premove {moves}: played if legal; /premove clears"
PREMOVE_DROPPED = "premove {move} is not legal now, cleared"
NO_PREMOVE = "{text} is not a move of this game; F1 lists the commands"
PREMOVES_CLEARED = "no premoves"
NO_SUCH_COMMAND = "unknown command /{word}; F1 lists the commands"
MISSED = "missed while offline: {events}, all shown now"
MISSED_NOTHING = "nothing was missed"
CHAT_HEADING = "Chat"
NO_SEARCH_INFO = "shown when engines play"

NEW_MATCH = "New match"
GAME = "game"
OPPONENT = "opponent"
ENGINE = "engine"
FIRST = "first move"
SIDE = "your side"
CLOCK = "clock"
CLOCK_HINT = "none; or 5+3  5d3  10b3x30  30s  3days"
GAMES = "games"
VISIBILITY = "visibility"
RATED = "rated"
WATCHERS = "spectators"
LEVEL = "level"
DETAILS = {
    "level": LEVEL,
    "engine": "limits",
    "open": "name",
    "invite": "name",
    "bot": "name",
    "duel": "engines",
    "seats": "seats",
}
"""For each kind of opponent the label of the field that describes it."""
MORE = "More ... (^O)"
LESS = "Less (^O)"
CREATE = "Create"
CANCEL = "Cancel"
OPPONENTS = {
    "level": "an engine, by level",
    "engine": "an engine, by name",
    "open": "anyone who joins",
    "together": "a person at this keyboard",
    "invite": "a player, by name",
    "bot": "a bot, by name",
    "duel": "none: two engines play",
    "seats": "seat by seat",
}
LEVEL_HINT = "1 (weakest) to 10"
ENGINE_HINT = "seconds=1  depth=6  nodes=50000  playouts=500  seed=1, by commas"
BOT_HINT = "bot name"
TOGETHER_HINT = "your names, first mover first, or nothing: Ann, Bob"
SEATS_HINT = "me  open  @name  bot:name  alphabeta:depth=4, in order of play"
INVITE_HINT = "player name"
DUEL_HINT = "two engines, such as alphabeta:depth=4 mcts:playouts=500"
OPPONENT_DETAILS = "name"
WHOSE_PROFILE = "Whose profile?"
RULES = "Rules of {title}"
RULES_PARTS = ("Rules", "Moves", "Options and their defaults")
RULES_SEATS = "Seats, first mover first: {seats}."
RULES_SIDES = "Seats: {seats}."
RULES_KEYS = "up down scroll  Esc back"
NOT_CONNECTED = "still looking for a server; try again in a moment"
VIEWING = "viewing ply {at} of {of}; [ ] earlier, later; {live} live"
VIEWING_START = "this is the first position"
HELP_TITLE = "kibitz  help"
HELP_KEYS = "up down scroll  n p section  Esc back"
PRIVATE = "private server"
TO_JOIN = "waiting for an opponent; to join: kibitz join {code}"
MAY_START = "all seats are taken; the match starts soon, or at once with /start"
MAY_CLAIM_DRAW = "you may claim a draw ({reason}): /draw"
MAY_BERSERK = "F4 or /berserk: half of your time for one more point, before your first move"
MAY_CLAIM = "your opponent has disconnected: /claim wins, /claim draw draws"
NOT_RUNNING = "the match is not running"
RANDOM = "random"
FIRSTS = (("you", "me"), ("opponent", "them"), ("random", "random"))
VISIBILITIES = (("everyone", "public"), ("with the code", "unlisted"), ("with code and key", "private"))
GAMES_HINT = "more than 1: a series, sides swap after each game"
FORM_KEYS = "Tab next  Enter create, open a list  ^O more  ^S create  Esc back"
KEY_SHOWN_ONCE = "the key of the match, shown only once: {key}"
CARDS_REPLAY_KEYS = "arrows ply  Space run  v verify  d fair?  w export  g ply  f flip  ?  Esc back"
REPLAY_KEYS = "arrows ply  Space run  a analyse  n p mistakes  t retry  b branch  o board  x v w  ?"
REPLAY_START = "{moves}, {mistakes}; g goes to a ply"
MISTAKES_FOUND = ("no mistakes known", "1 mistake found, n goes there", "{count} mistakes found, n goes to the next")
NOT_ANALYSED = "{moves}; a analyses them and finds mistakes"
ANALYSING = "analysing {progress}"
ANALYSIS_UNSUPPORTED = "this server does not analyse matches"
ACCURACY = "Accuracy"
ACCURACIES = "accuracy: {sides}"
SIDE_SUMMARY = "{name:<8.8} {accuracy:>4}   ?! {inaccuracies}  ? {mistakes}  ?? {blunders}"
POINTS_LOST = "{name:<8.8} {points:.2f} points lost"
LEVEL_ASKED = "level of the engine, 1 (weakest) to 10"
NO_RETRY = "n goes to a mistake; t then plays it again from before the mistake"
JUMP = "which ply, from {first} to {last}"
NO_SUCH_PLY = "{text} is not a ply of this match; enter {first} to {last}"
MISTAKE = "  {mark}  {before} -> {after}"
WHY = "  {reason}"
BETTER = "  better {move} ({score})"
NO_MISTAKE = "no more mistakes in this direction"
NOTES = "notes of reading the file"
NOTES_BY_REPLAY = "kibitz replay shows all"
NO_NOTES = "this match was not read from a file with anything odd in it"
NO_SEARCHES = "no engine searched this match; a analyses it and finds mistakes"
NO_BRANCH = "the match is over here; go back a ply and try again"
EXPORTED = "written to {file}"
VERIFYING = "checking against the rules..."
ARCHIVE = "Archive"
ARCHIVE_KEYS = "Enter replay  m more  / filter  o open a file  S series  p profile  Esc lobby"
ARCHIVE_FILTER = "filter: a game, a name, won lost drawn, rated casual, since=2026-11-21"
ARCHIVE_FILTERED = "filter: {filter}"
ARCHIVE_NOTHING = "no finished match fits {filter}; / changes the filter"
ARCHIVE_ALL = "no more matches"
RECORD_FILE = "record file (w in a replay, or kibitz export, writes one)"
EXPLAIN = "Search tree"
EXPLAIN_HINT = "a game and moves: tictactoe b2 a1; leaf values: [[3, 12], [2, 4]]; or a match"
EXPLAIN_KEYS = "Enter open  e all  c none  1-9 plies  ] [ cuts  / prompt  b board"
EXPLAIN_CONTROLS = (("step(-1)", "p back"), ("step(1)", "n next step"), ("whole", "s whole"))
EXPLAIN_FOUND = "value {value} for {player}; {nodes} nodes visited"
EXPLAIN_CUT = "{count} branches cut off"
EXPLAIN_CUT_ONE = "1 branch cut off"
EXPLAIN_WHOLE = "minimax visits {count}"
EXPLAIN_MANY = "more than can be counted"
EXPLAIN_NO_CUT = "no more cut-offs in this direction"
EXPLAIN_FIRST_OF_LEAVES = "f is for leaf values; in a game the side to move is max"
NO_ANALYSIS = "each player knew only a part of the position, so it is not analysed; see its replay"
ALL_CARDS = "the replay shows all cards, folded ones too"
CARDS_FROM_START = "a match with hidden cards starts at the beginning"
EXPLAIN_BARRED = "no engine help in this match: its search tree is available after its end"
EXPECTED_LINE = {True: "expected line on the board: on", False: "expected line on the board: off"}
NO_TREE = "type what to explain, and press Enter"
STEP = "step {step} of {of}  {text}"
STEPS_OVER = "this is the last step; s shows the whole search"
STEPS_BEGIN = "this is the first step; s shows the whole search"
STEP_NOT_KNOWN = "not known yet at this step"
EXPLAIN_HELP = """\
How to read the tree
  max takes the highest value of its branches, min the lowest. Values are those of max; max moves at the root of a game.
  alpha is the value that max already has for certain, beta the one that min has. Where alpha >= beta, the rest of a
  node cannot matter, because the opponent avoids the node. Such branches have an x and the alpha and beta that cut them
  off, and the value of their node is only a bound: <= or >=.   * marks the principal variation.
  Values of a game are in its own units, such as hundredths of a disc. A win counts 30,000 less the plies until then,
  a loss the same below zero.

Keys
  Enter Space  open or close a node    left right  close or open, or go to the parent or the first child
  e  open all   c  close all   1 to 9  open that many plies   ] [  next, previous cut-off
  n p  step by step, as the search visits the nodes, with alpha and beta at that time   s  the whole search again
  m  alpha-beta or minimax   + -  deeper, shallower   f  first player in leaf values   b  board on or off
  /  type something else: tictactoe b2 a1, mnk columns=4 a1, [[3, 12], [2, 4]], a match's code, its code and a ply"""
ANALYSIS_HINT = "{side} to move> a move; or paste moves, a position or a record"
ANALYSIS_CHANCE = "chance decides> type an outcome, or F3 lists all"
ANALYSIS_PICK_CHANCE = "pick the outcome"
ANALYSIS_WHICH_CHANCE = "Which outcome?"
ANALYSIS_OVER = "the game is over here> /back takes back a move"
ANALYSIS_KEYS = "left right moves  /engine /other /load /copy /flip  Esc board  ^P palette  F1"
ANALYSIS_BOARD_KEYS = "arrows Enter pick  PgUp PgDn moves  e engine  n other  o load  Esc back  F1"
ANALYSIS_ENGINE = "engine"
ANALYSIS_ENGINE_OFF = "engine off; /engine switches it on"
ANALYSIS_ENGINE_ON = {True: "the engine is on", False: "the engine is off"}
ANALYSIS_SEARCHING = "engine  searching..."
ANALYSIS_FIRST = "this is the beginning"
ANALYSIS_LAST = "this is the end of the line"
ANALYSIS_NO_OTHER = "no other move was tried here"
ANALYSIS_LOAD = "a game, a record file, the code of a finished match, moves or a position"
ANALYSIS_LOADED = "loaded: a line of {moves}"
ANALYSIS_RUNNING = "the match is still running; open it on the analysis board when it is over"
TRIED_HERE = "tried here: {moves}"
PUZZLES = "puzzles"
PUZZLE_HINT = "type a move, or pick it on the board"
PUZZLE_KEYS = "Enter pick  / type  h hint  s solution  n next  f flip  Esc back  ? help"
EXPLAIN_UNSUPPORTED = "this server does not explain search trees"
ARCHIVE_EMPTY = "no finished matches yet"
BOARDS = "Four boards"
BOARDS_KEYS = "1-4 arrows choose  Enter open  n another match  Esc back"
THEN_TV = "{result}; TV goes on in a moment, and Esc leaves"
NO_LIVE = "no live match"
LAST_MOVE = "last {move}"
SERIES = "Series"
SERIES_KEYS = "up down choose  Enter watch or replay  Esc back"
SERIES_PLACE = "game {number} of {games}"
SERIES_OVER = ", over"
SERIES_UNSUPPORTED = "this server has no score tables of series"
NO_SPECTATORS = "no spectators"
WATCHING = {1: "1 spectator: ", 2: "{count} spectators: "}
WATCHERS_UNSUPPORTED = "this server does not list spectators"
NO_SERIES = "this match is not part of a series"
SETTINGS = "Settings"
SETTINGS_KEYS = "Tab next  Enter open the list  Esc back"
THEME = "theme"
BOARD_STYLE = "board"
BOARD_STYLES = {
    "theme": "as the theme",
    "wood": "wood",
    "felt": "green felt",
    "slate": "slate",
    "contrast": "high contrast",
    "outline": "outline",
}
SWITCHES = {
    "ascii_only": "ASCII only, no line characters",
    "confirm": "ask before a move is played",
    "bell": "bell when it is your turn",
    "notices": "desktop notice when it is your turn",
    "turn_board": "turn the board to the side to move",
}
ON, OFF = "on", "off"
PREFERENCES_SAVED = "saved"
PLAY_SURE = "Play {move}?"
YOUR_TURN = "kibitz: your turn in {title} {code}"
RATED_CHOICES = (("no", "casual"), ("yes", "rated"))
WATCH_CHOICES = (("allowed", "yes"), ("not allowed", "no"))
DELAY = "spectator delay"
DELAY_HINT = "none; or moves or time: 2, 30s"
CHAT = "chat"
CHAT_CHOICES = (("on", "yes"), ("off", "no"))
SEARCH_INFO = "search info"
SEARCH_INFO_CHOICES = (("shown if no human plays", "usual"), ("shown", "show"), ("hidden", "hide"))
START = "start"
START_CHOICES = (("when all seats are taken", "auto"), ("when you type /start", "wait"))
POSITION = "start position"
POSITION_HINT = "default; or a position text (copied with y)"
OPENING = "opening moves"
OPENING_HINT = "none; such as: b2 a1"
LEVEL_WRONG = "{text!r} is not a level; enter 1 to 10"
NAME_MISSING = "enter the name of a player or bot"
SEATS_MISSING = "enter at least two seats, with a space between them"
PACE = "engine answers in"
PACE_HINT = "seconds at least; empty: the server's setting, and 1 for two engines"
ENGINE_HELP = "engine help"
ENGINE_HELP_CHOICES = (("not between people", "no"), ("both may ask engines", "yes"))
PACE_WRONG = "{text!r} is not a number of seconds; enter 0 to 10, or nothing"
GAMES_WRONG = "{text!r} is not a number of games; enter 1 to {most}"
