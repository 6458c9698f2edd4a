"""What the app says, in English. What is told of matches comes from `telling` and `words`, as in the line mode."""

TITLE = "kibitz"
CONNECTING = "looking for a server"
FOUND = "found on the local network: {name}"
STARTING_PRIVATE = "no server at hand: starting a private one"
WHICH_SERVER = "Several servers are here. Which one?"
PRIVATE_INSTEAD = "a private one, for this machine alone"
ONLINE = "ONLINE"
OFFLINE = "OFFLINE"
LINE_MODE = """kibitz draws its screens on a terminal only, and this is not one (or --plain was given).

The line mode does the same with a line for each event:
  kibitz play GAME             play against an engine        kibitz games   which games there are
  kibitz lobby                 which matches are open        kibitz join CODE / kibitz watch CODE
  kibitz host GAME             wait for somebody             kibitz watch tv
In a match type help. More: kibitz --help"""

LIVE = "Live"
OPEN_SEATS = "Open seats"
YOUR_MATCHES = "Your matches"
QUICK_PLAY = "Quick play"
QUICK_ENGINE = "Connect Four v engine, level 3"
QUICK_ANYONE = "Anyone who wants to play"
QUICK_DEMO = "Watch two engines play"
NOTHING = "nothing here; n makes a match"
SEEKING = "looking for an opponent; Esc stops"
SEEKING_NO_MORE = "looking no longer"
LOBBY_KEYS = "Enter open w watch t TV g four n new j code i invite / filter r replays ? help"
WATCH_KEYS = "f flip e panel p line z zen c chat n next g four w who x tree [ back ^P ? help"
WATCH_SERIES_KEYS = "f flip e panel p line c chat n next g four w who S series x tree [ back ^P ? help"
MATCH_SERIES_KEYS = "/draw /undo /resign /hint /chat /who /series  Esc board  ^P palette  F1"
BOARD_SERIES_KEYS = "arrows move  Enter pick  Tab prompt  w who  S series  Esc lobby  ^P  F1"
MATCH_KEYS = "/draw /undo /resign /flip /hint /chat /who  Esc board  ^P palette  F1 help"
BOARD_KEYS = "arrows move  Enter pick  Tab prompt  w who  x tree  Esc lobby  ^P  F1 help"
MOVE_HINT = "move> your turn: a move, /command, or click the board"
WAIT_HINT = "move> not your turn: a move is kept as a premove; or a /command"
OVER_HINT = "move> it is over: /rematch or /replay, Esc Esc to the lobby"
CHAT_PROMPT = "chat> "
CODE_PROMPT = "code of the match"
ELSEWHERE = "that match is at another server"
KEY_PROMPT = "this match is private; its key"
KEY_WRONG = "that is not its key; try again, or Esc"
INVITE = "Invite to {title} {code}"
INVITE_JOIN = "to join:   {line}"
INVITE_WATCH = "to watch:  {line}"
INVITE_NOBODY = "no seat is free, and nobody may watch"
INVITE_KEY = "its key:   {key}   (for those alone who are to come; it is in no address)"
INVITE_KEY_UNKNOWN = "it is private: whoever made it knows the key"
INVITE_QR = "on a phone: {page}"
INVITE_HERE_ONLY = (
    "The server listens on this machine alone, so only who sits here can come. For others, start it with"
    " kibitz-server serve --host 0.0.0.0"
)
INVITE_PRIVATE = (
    "This is your private server: only who sits at this machine can come, and the match ends with the app. For others,"
    " start one with kibitz-server serve --host 0.0.0.0"
)
INVITE_KEYS = "c copy the line   Esc back"
COPY_WHAT = "Copy what?"
COPIES = {"code": "code", "invite": "invitation", "position": "position", "record": "record"}
COPY_NOTHING = "there is nothing to copy"
COPY_UNKNOWN = "what is to be copied? /copy code, invite, position or record, not {what}"
COPIED = "copied: {name}"
COPIED_TMUX = " (tmux passes it on with: set -g set-clipboard on)"
NO_SUBJECT = "choose a match first"
FILTER_PROMPT = "filter: part of a game, a name or a code"
WAITING = "waiting for the match"
SAVED = "saved"
SENT = "sent"
FLIPPED = "board turned"
RESIGN_SURE = "Give up this match?"
YES, NO = "Yes", "No"
WHICH_MOVE = "Which move?"
PASS = "only move: {move}   (Enter on the board, a click here, or type it)"
PREMOVED = "premove {moves}: played if legal; /premove clears"
PREMOVE_DROPPED = "premove {move} is not legal now, dropped"
PREMOVES_CLEARED = "no premoves"
NO_SUCH_COMMAND = "there is no /{word}; F1 lists what there is"
BACK = "back after {seconds:.1f} s"
MISSED = "missed meanwhile: {count} event(s) in this match, all shown now"
MISSED_NOTHING = "nothing was missed"
LEGAL = "Legal"
HEAPS_HEADING = "heap {unit}s"
NO_CHAT = "Chat"
THINKING = "Engines"
NO_THINKING = "shown when engines play"
MOVES = "Moves"

NEW_MATCH = "New match"
GAME = "game"
OPPONENT = "opponent"
ENGINE = "engine"
FIRST = "first move"
CLOCK = "clock"
CLOCK_HINT = "none; or 5+3  5d3  10b3x30  30s  3days"
GAMES = "games"
VISIBILITY = "who sees it"
RATED = "for points"
WATCHERS = "others"
CREATE = "Create"
CANCEL = "Cancel"
OPPONENTS = {
    "level": "an engine, by level",
    "engine": "an engine, by name",
    "open": "anyone who joins",
    "invite": "a person, by name",
    "bot": "a bot, by name",
    "duel": "none: two engines play",
    "seats": "seat by seat",
}
LEVEL_HINT = "1 (weakest) to 10"
ENGINE_HINT = "seconds=1  depth=6  nodes=50000  playouts=500  seed=1, by commas"
BOT_HINT = "its name"
SEATS_HINT = "me  open  @name  bot:name  alphabeta:depth=4, in order of play"
INVITE_HINT = "their name"
DUEL_HINT = "two, such as alphabeta:depth=4 mcts:playouts=500"
WHO = "which"

HELP = """\
Lobby
  up down Enter   choose a match and open it      w   watch it
  t  TV           n  new match    j  join by code    /  filter
  i  invite others, with a QR code                y   copy code, invitation, position or record
  1 2 3           quick play                      r   replays of matches that are over
  g               four live matches at once       S   score table of a series
  x               the search tree of a game, a match or leaf values of your own

Match
  Type a move and press Enter; Tab completes it. Or click, or press Esc and use the arrow keys (or hjkl) and Enter.
  Typed while the other side thinks, moves are queued as premoves and played if they are legal then.
  /draw /takeback /pause /adjourn /abort     ask the other side; /accept /decline /withdraw answer
  /who           who watches                 /series   its series: score and games
  /resign        give up (asks first)        /claim, /claim draw   when the other side has left
  /hint          what an engine would play   /rematch, /replay   when it is over
  /chat TEXT     say something; a line that begins with a quote mark is chat too
  /mute NAME     hear somebody no longer     /flip   turn the board
  /premove       clear the queue             /start  start a match you host
  /invite        how others come here        /copy   code, invite, position or record, to the clipboard
  Esc            board, then lobby (the match goes on; it is listed under Your matches)

Marks on the board
  [X] last move   * may be played   >X< cursor   (X) picked   {X} premove

Watching
  f  flip   e  engines' panel on or off   p  the line they expect as numbers on the board, or not   z  board alone
  c  chat   n  next table   [  back in time   x  search tree   w  who watches   g  four boards at once
  S  its series: score and games   i  invite others   y  copy   Esc  lobby

Four boards
  1 2 3 4, arrows  choose a board   Enter, double click  open it   n  another match

Series
  Enter  watch the game that runs, replay one that is over   Esc  back

Archive
  Enter  replay it   m  more   /  filter   o  open the file of a record   Esc  lobby

Replay
  left right  ply   PgUp PgDn  ten   Home End   g  to a ply; a click on a move or on the graph goes there too
  Space  run, pause   + -  faster, slower   m M  next mistake, the one before   p  the line expected on the board
  b  a match against an engine from here   x  search tree   v  verify by the rules   w  write the record
  f  flip   z  board alone   y  copy   Esc  back

Search tree
  x  from the lobby, or the position at hand from a match (x on the board, /explain), from watching and from a replay
  Type a game with moves (tictactoe b2 a1), the code of a match, or leaf values ([[3, 12], [2, 4]]), and press Enter.
  Enter  open or close a node   e  open all   c  close all   1-9  so many plies   ] [  next cut-off, the one before
  n p  step by step as the search went   s  all of it   m  minimax or alpha-beta   + -  deeper, less deep
  f  who moves first in leaf values   b  board   /  prompt   ?  how to read it

Everywhere
  Ctrl-P  command palette, themes   F1 or ?  this   Ctrl-Q  leave
"""
HELP_TITLE = "kibitz  help"
HELP_KEYS = "up down scroll   Esc back"
PRIVATE = "private server"
TO_JOIN = "waiting for somebody; to join: kibitz join {code}"
MAY_START = "all seats are taken; /start starts it, or it starts by itself"
MAY_CLAIM = "the other side has left: /claim wins, /claim draw draws"
NOT_RUNNING = "the match does not run"
FIRSTS = (("you", "me"), ("the other side", "them"), ("by lot", "random"))
VISIBILITIES = (("everyone", "public"), ("who has the code", "unlisted"), ("who has code and key", "private"))
GAMES_HINT = "more than 1: a series, the sides swapped after each"
FORM_KEYS = "Tab next field   Enter create (or open a list)   Ctrl-S create   Esc back"
KEY_TOLD = "the key of the match, told this once: {key}"
STARTED_DEMO = ("alphabeta:seconds=0.7", "mcts:seconds=0.7")
REPLAY_KEYS = "arrows ply  Space run + -  m M mistake  b branch  x tree  v verify  w write  ?"
REPLAY_START = "{moves}, {mistakes}; g goes to a ply"
MISTAKES_FOUND = ("no mistakes known", "1 mistake found, m goes there", "{count} mistakes found, m goes to the next")
JUMP = "which ply, from {first} to {last}"
NO_SUCH_PLY = "{text} is no ply of this match; they go from {first} to {last}"
MISTAKE = "  ?  {before:+.2f} -> {after:+.2f}"
BETTER = "  better {move} ({score})"
NO_MISTAKE = "no more mistakes this way"
NO_SEARCHES = "no engine has looked at this match, so its mistakes are not known"
NO_BRANCH = "the match is over here; go back a ply and try again"
EXPORTED = "written to {file}"
VERIFYING = "checking by the rules..."
ARCHIVE = "Archive"
ARCHIVE_KEYS = "Enter replay  m more  / filter  o open a file  S series  Esc lobby  ? help"
ARCHIVE_FILTER = "filter: a game, a name, won lost drawn, rated casual, since=2026-11-21"
ARCHIVE_FILTERED = "filter: {filter}"
ARCHIVE_NOTHING = "no match that is over fits {filter}; / changes the filter"
ARCHIVE_ALL = "these are all"
RECORD_FILE = "file of a record (w in a replay, or kibitz export, writes one)"
EXPLAIN = "Search tree"
EXPLAIN_HINT = "a game and moves: tictactoe b2 a1; leaf values: [[3, 12], [2, 4]]; or a match"
EXPLAIN_KEYS = "Enter open  e all  c none  1-9 plies  ] [ cuts  / prompt  b board  ? help"
EXPLAIN_CONTROLS = (("step(-1)", "p back"), ("step(1)", "n next step"), ("whole", "s whole"))
EXPLAIN_FOUND = "value {value} for {player}; {nodes} nodes visited"
EXPLAIN_CUT = "{count} branches cut off"
EXPLAIN_CUT_ONE = "1 branch cut off"
EXPLAIN_WHOLE = "minimax visits {count}"
EXPLAIN_MANY = "more than can be counted"
EXPLAIN_NO_CUT = "no more cut-offs this way"
EXPLAIN_FIRST_OF_LEAVES = "in a game the side to move is max; f is for leaf values"
EXPLAIN_BARRED = "in a rated match nothing is explained before it is over"
EXPECTING = {True: "the line that is expected is on the board", False: "the board without the line that is expected"}
NO_TREE = "type what is to be explained, and press Enter"
STEP = "step {step} of {of}  {text}"
STEPS_OVER = "that was the last step; s shows the whole search"
STEPS_BEGIN = "that was the first step; s shows the whole search"
STEP_NOT_KNOWN = "not known yet at this step"
EXPLAIN_HELP = """\
How to read the tree
  max takes the highest value of its branches, min the lowest. Values are max's; max moves at the root of a game.
  alpha is what max is sure of already, beta what min is. Where alpha >= beta the rest of a node cannot matter: the
  other side will not come here. Such branches have an x and the alpha and beta that cut them off, and the value of
  their node is only a bound: <= or >=.   * is the principal line: what both sides play.
  Values of a game are in its own units, such as hundredths of a disc. One that is won counts 30,000 less the plies
  until then, one that is lost the same below zero.

Keys
  Enter Space  open or close a node    left right  close or open, or go to the parent or the first child
  e  open all   c  close all   1 to 9  open so many plies   ] [  next cut-off, the one before
  n p  step by step, as the search visits the nodes, with alpha and beta as they were   s  the whole search again
  m  alpha-beta or minimax   + -  deeper, less deep   f  who moves first in leaf values   b  board on or off
  /  type something else: tictactoe b2 a1, mnk columns=4 a1, [[3, 12], [2, 4]], a match's code, its code and a ply"""
EXPLAIN_NOT_HERE = "this server explains no search trees"
ARCHIVE_EMPTY = "no match is over yet"
BOARDS = "Four boards"
BOARDS_KEYS = "1-4 arrows choose  Enter open  n another match  Esc back  ? help"
NO_LIVE = "no live match"
LAST_MOVE = "last {move}"
SERIES = "Series"
SERIES_KEYS = "up down choose  Enter watch or replay a game  Esc back  ? help"
SERIES_PLACE = "game {number} of {games}"
SERIES_OVER = ", over"
SERIES_NOT_HERE = "this server tells no tables of series"
NOBODY_WATCHES = "nobody watches"
WATCHING = {1: "1 watches: ", 2: "{count} watch: "}
WATCHERS_NOT_HERE = "this server does not tell who watches"
NO_SERIES = "this match belongs to no series"
SETTINGS = "Settings"
SETTINGS_KEYS = "Tab next   Enter open the list   Esc back"
THEME = "theme"
SWITCHES = {
    "ascii_only": "ASCII alone, no line characters",
    "confirm": "ask before a move is played",
    "bell": "bell when it is your turn",
    "notices": "desktop notice when it is your turn",
}
ON, OFF = "on", "off"
KEPT = "kept"
PLAY_SURE = "Play {move}?"
YOUR_TURN = "kibitz: your turn in {title} {code}"
RATED_CHOICES = (("casual", "casual"), ("rated", "rated"))
WATCH_CHOICES = (("may watch", "yes"), ("may not watch", "no"))
DELAY = "they see it"
DELAY_HINT = "at once; or late: 2 (moves), 30s"
TALK = "chat"
TALK_CHOICES = (("on", "yes"), ("off", "no"))
SHOWN_THINKING = "engines' thinking"
THINKING_CHOICES = (("shown when nobody plays", "usual"), ("shown", "show"), ("hidden", "hide"))
START = "begins"
START_CHOICES = (("when all seats are taken", "auto"), ("when you type /start", "wait"))
POSITION = "from position"
POSITION_HINT = "the game's own; or its text (copied by y)"
OPENING = "after moves"
OPENING_HINT = "none; such as: b2 a1"
LEVEL_WRONG = "{text!r} is no level; they go from 1 to 10"
NAME_MISSING = "whose seat is it? a name belongs here"
SEATS_MISSING = "who plays? at least two belong here, with a blank between them"
GAMES_WRONG = "{text!r} is no number of games; it goes from 1 to {most}"

DEEDS = {
    "app.archive": ("Archive and replays", "old matches history games finished records"),
    "app.copy": ("Copy code, invitation, position or record", "clipboard yank share"),
    "app.explain": ("Search tree", "explain minimax alpha beta pruning"),
    "app.help": ("Help", "keys shortcuts what can I do"),
    "app.invite": ("Invite others, with a QR code", "share link address phone friend"),
    "app.new_match": ("New match", "play create host game engine opponent duel"),
    "app.pop_screen": ("Back", "close leave return escape"),
    "app.prefs": ("Settings", "preferences options theme colours bell ascii"),
    "app.tv": ("Watch TV", "featured live match spectate"),
    "quit": ("Quit", "exit leave close the app"),
    "watch": ("Watch the highlighted match", "spectate look on"),
    "boards": ("Four boards at once", "2x2 multi grid several live matches"),
    "series": ("Series: score and games", "table standings duel points elo games"),
    "join": ("Join by code", "enter a match invite private"),
    "filter": ("Filter the list", "search find"),
    "stop": ("Stop looking for an opponent", "cancel seek pairing"),
    "quick('quick-engine')": (QUICK_ENGINE, "quick play computer bot"),
    "quick('quick-anyone')": (QUICK_ANYONE, "quick pair seek opponent human"),
    "quick('quick-demo')": (QUICK_DEMO, "demo duel exhibition"),
    "flip": ("Flip the board", "turn rotate other side"),
    "engines": ("Engines' panel on or off", "thinking search depth evaluation hide show"),
    "chat": ("Chat", "say talk write message"),
    "next": ("Another live match", "next table"),
    "zen": ("Board alone", "zen hide panel"),
    "past": ("Back in time", "replay moves so far history"),
    "leave": ("Back; the match goes on", "leave lobby close escape"),
    "help": ("Help", "keys shortcuts rules notation"),
    "who": ("Who watches", "spectators watchers audience names"),
    "open": ("Open", "show watch file"),
    "more": ("More matches", "next page older"),
    "go(-1)": ("One ply back", "previous move undo"),
    "go(1)": ("One ply on", "next move forward"),
    "go(-10)": ("Ten plies back", ""),
    "go(10)": ("Ten plies on", ""),
    "jump": ("Go to a ply", "move number"),
    "mistake(1)": ("Next mistake", "blunder error analysis"),
    "mistake(-1)": ("The mistake before", "blunder error analysis previous"),
    "run": ("Run by itself", "play stop pause autoplay"),
    "branch": ("Play on from here", "branch try variation engine"),
    "verify": ("Verify by the rules", "check record"),
    "export": ("Write the record", "export save file copy"),
    "deeper(1)": ("Deeper", "more plies"),
    "deeper(-1)": ("Less deep", "fewer plies"),
    "algorithm": ("Minimax or alpha-beta", "algorithm pruning"),
    "explain": ("Search tree of this position", "explain minimax alpha beta pruning think"),
    "expect": ("Expected line on the board, or not", "principal variation pv numbers scores candidates"),
    "speed(1)": ("Run faster", "speed autoplay"),
    "speed(-1)": ("Run slower", "speed autoplay"),
    "first": ("Max or min moves first", "leaf values root"),
    "cut(1)": ("Next cut-off", "pruned alpha beta"),
    "cut(-1)": ("The cut-off before", "pruned alpha beta previous"),
    "step(1)": ("Next step of the search", "lesson teach follow"),
    "step(-1)": ("The step before", "lesson teach back"),
    "whole": ("The whole search again", "stop stepping"),
    "board": ("Board of the node on or off", "position show hide"),
    "prompt": ("Type what is to be explained", "leaf values game match"),
    "open_all": ("Open all nodes", "expand tree"),
    "close_all": ("Close all nodes", "collapse tree"),
    "copy_line": ("Copy the line", "clipboard yank"),
    "create": ("Create the match", "make start"),
}
"""For each action of a screen what the palette calls it, and what else people may call it."""

WORDS = {
    "accept": ("Accept the offer", "agree yes"),
    "abort": ("Abort the match", "cancel"),
    "adjourn": ("Adjourn the match", "another day later"),
    "chat": ("Chat", "say talk write message"),
    "claim": ("Claim the match", "win opponent left gone"),
    "copy": ("Copy code, invitation, position or record", "clipboard yank share"),
    "decline": ("Decline the offer", "no refuse"),
    "draw": ("Offer a draw", "remis tie"),
    "explain": ("Search tree of this position", "minimax alpha beta pruning think"),
    "flip": ("Flip the board", "turn rotate other side"),
    "help": ("Help", "keys shortcuts rules notation"),
    "invite": ("Invite others, with a QR code", "share link address phone friend"),
    "hint": ("Hint", "what would an engine play advice best move"),
    "mute": ("Mute somebody", "ignore silence"),
    "pause": ("Offer a pause", "stop the clocks"),
    "premove": ("Clear the premoves", "queue"),
    "rematch": ("Offer a rematch", "again revenge"),
    "replay": ("Replay from the start", "moves so far history back in time"),
    "resign": ("Resign", "give up lose surrender"),
    "resume": ("Resume the match", "go on after a pause"),
    "series": ("Series: score and games", "table standings points"),
    "start": ("Start the match", "begin"),
    "takeback": ("Take back a move", "undo"),
    "undo": ("Take back a move", "undo"),
    "unmute": ("Unmute somebody", "hear again"),
    "who": ("Who watches", "spectators watchers audience names"),
    "withdraw": ("Withdraw the offer", "take back cancel"),
    "zen": ("Board alone", "zen hide panel"),
}
"""The same for what is typed behind a `/` in a match."""
USE_THEME = "Theme: {name}"
THEME_WORDS = "colours look dark light contrast colour-blind mono"


def counted(count: int, what: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{count} {what}{'' if count == 1 else 's'}"
