// Made from the models by `python -m kibitz_protocol.spec`. Do not edit.

/** The match was aborted without a result. */
export interface Aborted {
  kind: "aborted";
  reason: string;
}

/** Accept an offer of the other side: the named one, or by default the newest. */
export interface Accept {
  id: string;
  t: "accept";
  match: string;
  offer?: "draw" | "takeback" | "pause" | "resume" | "adjourn" | "abort" | "rematch" | null;
}

/** The command was carried out. */
export interface Accepted {
  t: "accepted";
  id: string;
  result: Games | Matches | Entered | TurnsTold | Recorded | Hinted | Explained | Analysed | Seeking | LobbyChatLog | Pong | Identified | SignedIn | Sessions | BotToken | Bots | Connections | Players | Sanctions | Deeds | Engines | Archive | RatingList | Exported | SeriesTable | Watching | Explored | Evaluated | null;
}

/** Carry out an action that requires the role of moderator or admin. */
export interface Admin {
  id: string;
  t: "admin";
  action: ListPlayers | ListConnections | ListAllMatches | EndMatch | AdminMute | Unmute | Ban | Unban | ListSanctions | Announce | Drain | SetRole | ListDeeds | ListEngines;
}

/** Mute the chat of a player, by id or name, for `for_s` seconds; without `for_s`, until unmuted. */
export interface AdminMute {
  kind: "mute";
  player: string;
  for_s?: number | null;
  reason?: string;
}

/** The offer of `seat` was accepted by `by`. Separate events report what follows from it. */
export interface Agreed {
  kind: "agreed";
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  offer: "draw" | "takeback" | "pause" | "resume" | "adjourn" | "abort" | "rematch";
  /** a side of the match, from 0; seat 0 moves first */
  by: number;
}

/** Search every position of a finished match, and judge its moves. A running match is refused. The answer follows when the analysis is complete; until then the server sends `analysing`. The server keeps the result, so that the same command is answered at once later. If you disconnect, the analysis goes on. */
export interface Analyse {
  id: string;
  t: "analyse";
  match: string;
  /** key of a private match */
  key?: string | null;
  /** 10,000, 100,000 or 1,000,000 nodes for each position */
  effort?: "quick" | "normal" | "deep";
}

/** Result of `analyse`. */
export interface Analysed {
  kind: "analysed";
  match: string;
  code: string;
  game: string;
  algorithm: string;
  effort: string;
  /** nodes of all searches together */
  nodes: number;
  /** time of all searches together */
  seconds: number;
  moves: AnalysedMove[];
  /** win probability of the first side after the last move */
  final: number;
  sides: AnalysedSide[];
  /** the same in the form of a record's: the inaccuracies, mistakes and blunders */
  evaluation: Evaluation | null;
}

/** A move of the match, judged by the searches of the positions before and after it. `score` and `wins_in` are those of the position before it, for the side that moved, as in a `SearchReport`. */
export interface AnalysedMove {
  /** number of moves played */
  ply: number;
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  move: string;
  /** win probability of the side that moved, before its move */
  before: number;
  /** win probability of the same side by the search after its move */
  after: number;
  /** the best move there */
  best: string;
  /** the expected line, which begins with `best` */
  line: string[];
  score: number;
  wins_in: number | null;
  exact: boolean;
  depth: number;
  /** win probability that the move lost; 0 for the best move, and less than the difference of `before` and `after` where a third search says so */
  loss: number;
  judgement: "good" | "inaccuracy" | "mistake" | "blunder";
  /** why the move is not judged: it was the only legal one, or a level played it at random */
  exempt: "forced" | "random" | null;
  /** how people write the move; null where that is `move` */
  said: string | null;
  /** how people write the first moves of `line`; empty where they write them so, and for a good move */
  said_line: string[];
}

/** How well a side played. `accuracy` is in percent, null when none of its moves was judged. */
export interface AnalysedSide {
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  /** name of the side in the game */
  name: string;
  /** name of its player */
  player: string | null;
  accuracy: number | null;
  /** number of moves that were judged */
  judged: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

/** Progress of an analysis that you wait for. Not numbered: the newest replaces the previous one. */
export interface Analysing {
  t: "analysing";
  match: string;
  /** positions that were searched */
  done: number;
  total: number;
  /** analyses that the server does before this one */
  waiting: number;
}

/** Send a notice to every connected client. */
export interface Announce {
  kind: "announce";
  text: string;
}

/** Result of `archive`. `next` is the cursor of the next page, or null on the last page. */
export interface Archive {
  kind: "archive";
  matches: ArchiveRow[];
  next: string | null;
}

/** A finished match. `watch` shows all of it. */
export interface ArchiveRow {
  match: string;
  code: string;
  game: string;
  clock: string | null;
  seats: SeatView[];
  result: Result;
  /** number of moves played */
  ply: number;
  rated: boolean;
  created_at: number;
  ended_at: number;
}

/** A disconnected player. */
export interface Away {
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  /** how long the player had been disconnected when this was sent */
  away_ms: number;
  /** time until the other side may claim the match; null for never */
  claim_ms: number | null;
}

/** Ban a player (by id or name), every player with a name, or an address or network. */
export interface Ban {
  kind: "ban";
  scope?: "player" | "name" | "address";
  target: string;
  for_s?: number | null;
  reason?: string;
}

/** The seat is reserved for the bot of that name. A bot is a program that plays over a connection. */
export interface Bot {
  kind: "bot";
  name: string;
}

/** Result of `make_bot` and `renew_bot`. The token is sent only once. */
export interface BotToken {
  kind: "bot_token";
  bot: Identity;
  token: string;
}

/** One of your bots. `seen_at` is null while it has no token. */
export interface BotView {
  bot: Identity;
  created_at: number;
  seen_at: number | null;
  connections: number;
}

/** Result of `bots`, oldest first. */
export interface Bots {
  kind: "bots";
  bots: BotView[];
}

/** Byo-yomi: `base_s` seconds a seat, then `periods` of `period_s`. A move that uses a period up loses it. */
export interface Byoyomi {
  kind: "byoyomi";
  /** seconds before the first period */
  base_s: number;
  periods: number;
  period_s: number;
}

/** The server decided a chance event that was due. */
export interface ChanceDecided {
  kind: "chance_decided";
  chance: ChanceView;
}

/** A chance event and its outcome, such as a roll of dice. */
export interface ChanceView {
  /** number of a chance event in its match, from 1 */
  number: number;
  /** number of moves played before it */
  ply: number;
  text: string;
  /** how players say it, such as `White rolls 66`; null where that is `text` */
  said: string | null;
}

/** Change the password. All other tokens of the account are revoked. */
export interface ChangePassword {
  id: string;
  t: "change_password";
  old: string;
  new: string;
}

/** Send a chat message. A player's goes to all. A spectator's goes to players only before and after the match. */
export interface Chat {
  id: string;
  t: "chat";
  match: string;
  text: string;
}

/** End a match after the other player has been disconnected for too long, as your win or as a draw. */
export interface Claim {
  id: string;
  t: "claim";
  match: string;
  result?: "win" | "draw";
}

/** The player at `seat` gave a client seed, which all chance events of the match depend on. */
export interface ClientSeedGiven {
  kind: "client_seed_given";
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  client_seed: string;
}

/** The code of a refusal. `SENTENCES` holds its message, for when the server sends no more specific one. */
export type Code = "bad_message" | "unknown_type" | "id_reused" | "wrong_version" | "hello_first" | "unknown_token" | "banned" | "muted" | "not_allowed" | "not_account" | "already_account" | "bad_name" | "name_taken" | "bad_password" | "wrong_password" | "unknown_session" | "unknown_player" | "unknown_sanction" | "unknown_game" | "bad_option" | "bad_position" | "bad_moves" | "bad_seats" | "cannot_rate" | "unknown_engine" | "unfit_engine" | "unknown_match" | "bad_cursor" | "bad_tree" | "tree_too_large" | "no_analysis" | "wrong_key" | "no_watchers" | "no_help" | "chat_off" | "match_full" | "seat_taken" | "seat_kept" | "already_seated" | "not_seated" | "not_host" | "not_open" | "not_running" | "seats_empty" | "not_your_turn" | "stale_ply" | "illegal_move" | "not_watching" | "no_feed" | "no_offer" | "offer_open" | "too_soon" | "no_move" | "not_paused" | "not_over" | "not_claimable" | "no_chance" | "too_many" | "busy" | "engine_budget" | "draining" | "not_saved" | "internal";

/** An open connection. `since` is in seconds since 1970. */
export interface ConnectionView {
  player: Identity;
  address: string;
  client: string;
  since: number;
  /** number of matches that it follows */
  following: number;
}

/** Result of the action `connections`, oldest first. */
export interface Connections {
  kind: "connections";
  connections: ConnectionView[];
}

/** Correspondence time control, with `days` days for each move. */
export interface Correspondence {
  kind: "correspondence";
  days: number;
}

/** Create a match. The seats are in the order of play, unless `first` changes it. None of them need be yours. */
export interface Create {
  id: string;
  t: "create";
  game: string;
  options?: { [key: string]: number | boolean | string };
  seats: (Me | Open | Engine | Invite | Bot)[];
  /** which of the given seats gets the first side, which moves first unless sides in the game says otherwise */
  first?: "first" | "second" | "random";
  /** true is the same as first: random */
  shuffle?: boolean;
  clock?: Fischer | SimpleDelay | Byoyomi | PerMove | Correspondence | null;
  position?: string | null;
  /** moves played before the match starts */
  moves?: string[];
  visibility?: "public" | "unlisted" | "private" | null;
  /** false is the same as visibility: unlisted */
  listed?: boolean;
  /** whether spectators are allowed */
  watchable?: boolean;
  /** the spectator delay */
  delay?: Delay | null;
  /** whether chat is allowed */
  chat?: boolean;
  rated?: boolean;
  /** number of games, with the sides swapped after each */
  series?: number;
  /** whether the match starts when its last seat is taken; otherwise the host starts it */
  autostart?: boolean;
  /** whether spectators see search info during the match; null: only if no human plays */
  show_thinking?: boolean | null;
  /** shortest time in which an engine answers, in seconds, as far as its clock allows; null: the server's setting where a person plays, else 0 */
  engine_pace_s?: number | null;
}

/** The match was created. Always the first event. */
export interface Created {
  kind: "created";
  game: string;
  options: { [key: string]: number | boolean | string };
  clock: string | null;
}

/** Decline an offer of the other side: the named one, or by default the newest. */
export interface Decline {
  id: string;
  t: "decline";
  match: string;
  offer?: "draw" | "takeback" | "pause" | "resume" | "adjourn" | "abort" | "rematch" | null;
}

/** The offer of `seat` was declined by `by`. */
export interface Declined {
  kind: "declined";
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  offer: "draw" | "takeback" | "pause" | "resume" | "adjourn" | "abort" | "rematch";
  /** a side of the match, from 0; seat 0 moves first */
  by: number;
}

/** An entry of the audit. */
export interface DeedView {
  at: number;
  by: string;
  action: string;
  target: string;
  detail: string;
}

/** Result of the action `audit`, newest first. */
export interface Deeds {
  kind: "deeds";
  deeds: DeedView[];
}

/** Spectator delay of a match: in moves, in seconds, or in both. */
export interface Delay {
  moves: number;
  seconds: number;
}

/** Stop accepting new matches, or accept them again. Running matches continue. */
export interface Drain {
  kind: "drain";
  on: boolean;
}

/** Stop a match without a result. */
export interface EndMatch {
  kind: "end";
  match: string;
  reason?: string;
}

/** The seat is for an engine of the server. */
export interface Engine {
  kind: "engine";
  engine: EngineSpec;
}

/** The server's own machine, or a worker of its cluster. `state` is `used`; `starting` while the slots of a new worker are made; `silent` if the worker does not answer; `leaving` if it is about to stop; `refused` if its version does not fit, and `gone` for ten minutes after it was used last, both with the reason in `why`; `down` if no search process of the own machine runs. */
export interface EnginePlace {
  /** `local`, or the address of a worker */
  place: string;
  state: string;
  why: string;
  /** version of Kibitz on a worker */
  version: string;
  slots: number;
  /** slots that run searches of this server */
  busy: number;
  /** slots that another server uses */
  taken: number;
  /** searches that ended with a report */
  finished: number;
  /** searches that did not end, and were repeated elsewhere */
  lost: number;
  /** the last measured first */
  speeds: SpeedView[];
  unused: UnusedGame[];
  /** seconds since the last sign of life; null for the own machine */
  heard_s: number | null;
}

/** An engine of the server: a search algorithm with its limit for each move, or a level of strength. */
export interface EngineSpec {
  algorithm: string;
  level?: number | null;
  limit?: Limit;
}

/** Result of the action `engines`. `cluster` is the address of the cluster's scheduler, null without a cluster. */
export interface Engines {
  kind: "engines";
  use: "prefer" | "spare" | "only";
  cluster: string | null;
  connected: boolean;
  /** why the cluster is not connected */
  trouble: string;
  /** how often the server has connected to the cluster */
  connections: number;
  /** searches that wait for a slot */
  waiting: number;
  places: EnginePlace[];
}

/** Result of `create`, `join`, `start` and `watch`: the match, and your seat in it. Only the answer to `create`, and its repetitions, contain the key of a private match. */
export interface Entered {
  kind: "entered";
  match: string;
  code: string;
  seat: number | null;
  key: string | null;
}

/** Let an engine search a position. A later `evaluate` of the same connection stops the search. */
export interface Evaluate {
  id: string;
  t: "evaluate";
  of: OfGame;
  engine?: EngineSpec | null;
}

/** Result of `evaluate`: the best move, and the search info behind it. */
export interface Evaluated {
  kind: "evaluated";
  /** id of the position that was searched */
  position: string;
  move: string;
  search: SearchReport;
}

/** A match in the opinion of the searches that its engines made for their moves. */
export interface Evaluation {
  /** win probability of the first side before each move; null where no search was made */
  values: (number | null)[];
  /** moves after which the next search expects much less for the mover than the search before */
  mistakes: Mistake[];
}

/** A numbered event of a match, and the state of the match after it. */
export interface Event {
  t: "event";
  match: string;
  /** number of an event in its match, from 1 */
  seq: number;
  /** wall clock of the server, in seconds since 1970 */
  at: number;
  phase: "open" | "running" | "paused" | "finished" | "aborted";
  event: Created | Seated | Left | Started | ClientSeedGiven | Moved | ChanceDecided | Finished | Aborted | Offered | Agreed | Declined | Withdrawn | TakenBack | Paused | Resumed | RematchAgreed | Rematched | RematchDropped | SeedRevealed;
  /** the position and clocks after the event; null where it changes neither */
  state: State | null;
}

/** Search a small tree and return all of its nodes. A tree that is too large is refused. */
export interface Explain {
  id: string;
  t: "explain";
  of: OfGame | OfMatch | OfLeaves;
  /** textbook is alpha-beta, which prunes branches; minimax prunes none */
  algorithm?: "textbook" | "minimax";
  /** plies; ignored for a tree of leaf values */
  depth?: number;
}

/** Result of `explain`. */
export interface Explained {
  kind: "explained";
  algorithm: string;
  /** what was searched, as one line */
  title: string;
  /** number of nodes searched */
  searched: number;
  /** number of branches pruned */
  pruned: number;
  root: TreeNode;
  /** the steps of the search in their order; empty from an older server */
  steps: SearchStep[];
  /** number of nodes that minimax searches; null when there are too many to count */
  unpruned: number | null;
  /** the board of the game; null for a tree of leaf values */
  board: Grid | Pits | Heaps | Points | Table | null;
}

/** Get the position after moves of a game, or the moves of a match. A match is refused until it is over. */
export interface Explore {
  id: string;
  t: "explore";
  of: OfGame | OfMatch;
  /** the first ply of the line to send; ignored for a match */
  since?: number;
}

/** Result of `explore`: the line from `since` on, and the state at its end, or at the given ply of a match. */
export interface Explored {
  kind: "explored";
  game: GameInfo;
  options: { [key: string]: number | boolean | string };
  board: Grid | Pits | Heaps | Points | Table;
  /** the first position of the line; null for that of the game */
  start: string | null;
  /** number of moves played */
  since: number;
  line: Reached[];
  /** the ply of `state` in the line */
  ply: number;
  state: State;
  /** the players of a match; empty for a game */
  seats: SeatView[];
  /** the result of the game in that position; null while it goes on */
  result: Result | null;
}

/** Get a match as a file, in pages: its record, or a game for other programs. The file has what `record` sends: what you may see of the match. */
export interface Export {
  id: string;
  t: "export";
  match: string;
  /** key of a private match */
  key?: string | null;
  /** record: the events as JSON lines; pgn: also PDN for draughts; sgf: for Go only */
  form?: "record" | "pgn" | "sgf";
  /** whether PGN and SGF have score, clock and time of each move */
  comments?: boolean;
  /** `next` of the previous page */
  since?: number;
}

/** Result of `export`: a page of the file. */
export interface Exported {
  kind: "exported";
  match: string;
  /** a name for the file, such as chess-K7QX.pgn */
  name: string;
  content: string;
  /** `since` for the next page; null on the last page */
  next: number | null;
}

/** What a die, a card or a cube in a tray shows. */
export interface Face {
  /** back is the back of a card */
  kind: "die" | "card" | "back" | "cube";
  /** a few characters to draw, such as 6 or A♠ */
  text: string;
  /** what it is, for a screen reader */
  words: string;
}

/** The match ended with a result. */
export interface Finished {
  kind: "finished";
  result: Result;
}

/** Time control with increment: `base_s` seconds a seat, and `increment_s` more after each of its moves. */
export interface Fischer {
  kind: "fischer";
  /** seconds for the match */
  base_s: number;
  increment_s: number;
}

/** Receive the chat of the lobby from now on. The result has its last messages. */
export interface FollowLobbyChat {
  id: string;
  t: "lobby_chat";
}

/** A game that the server offers. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  move_help: string;
  seats: string[];
  options: OptionInfo[];
  /** the rules and the notation for a player who does not know the game, one paragraph a line; empty in snapshots */
  guide: string;
  /** a notation of moves that other programs know: uci (moves such as e2e4, positions as FEN) or gtp (moves such as D4 and pass); null where the game has a notation of its own */
  notation: string | null;
  /** whether the game has chance events, such as rolls of dice, between the moves */
  chance: boolean;
  /** whether chance or an option decides which seat moves first: players then choose a side, not the first move */
  sides: boolean;
  /** whether a player sees only a part of the position, such as the own cards: each seat and the spectators then get states and chance events of their own */
  hidden: boolean;
}

/** Result of `games`: the games that the server offers. */
export interface Games {
  kind: "games";
  games: GameInfo[];
}

/** Give a client seed before the start of a match with chance, as each of its players does. All chance events depend on the client seeds, so that the server alone cannot choose them. The first one of a player counts: further ones change nothing. */
export interface GiveClientSeed {
  id: string;
  t: "give_client_seed";
  match: string;
  /** key of a private match */
  key?: string | null;
  client_seed: string;
}

/** The fixed part of a board of cells in rows and columns, numbered from 0 at the top left, row by row. */
export interface Grid {
  shape: "grid";
  column_labels: string[];
  /** from the top */
  row_labels: string[];
  /** each character that a cell may contain, with its name in words */
  symbols: { [key: string]: string };
  /** names of the cells, where they are not column and row; empty for a cell that is not in play */
  cell_labels: string[];
  /** number of cells between heavier lines, across and down; 0 for none */
  block: number;
  /** whether each empty cell is a legal move in every position, so that marks tell nothing */
  every_empty_cell: boolean;
  /** the seat whose side is drawn at the top; null for a board without sides */
  top: number | null;
  /** empty cells that are drawn with a dot, for orientation */
  stars: number[];
  /** the seat that each symbol of a side belongs to; empty from servers that do not tell, where the order and the letters of the symbols tell */
  owners: { [key: string]: number };
  /** texts to show in place of symbols, one column of a terminal wide */
  glyphs: { [key: string]: string };
  /** checkered squares are light and dark in turn; on lines, stones stand on the crossings; each row of hexes begins half a cell further right than the row above; with dots, every other row and column is thin, the first and the last too */
  ground: "cells" | "checkered" | "lines" | "hexes" | "dots";
  /** the seats that the top, right, bottom and left edge belong to; null where they belong to no one */
  edges: number[] | null;
  /** everything that may lie in a tray beside the cells, by its key */
  faces: { [key: string]: Face };
}

/** The fixed part of a row of heaps, each cell holding a number of units. */
export interface Heaps {
  shape: "heaps";
  cell_labels: string[];
  unit: string;
  /** the largest number in any heap */
  most: number;
  /** everything that may lie in a tray beside the cells, by its key */
  faces: { [key: string]: Face };
}

/** The first message of a client. Without a token, the server creates a new guest. */
export interface Hello {
  t: "hello";
  oldest?: number;
  newest?: number;
  client?: string;
  name?: string | null;
  token?: string | null;
  capabilities?: string[];
}

/** Let an engine suggest a move. Only the player to move may do this. */
export interface Hint {
  id: string;
  t: "hint";
  match: string;
  engine?: EngineSpec | null;
}

/** Result of `hint`: the suggested move, and the search info behind it. */
export interface Hinted {
  kind: "hinted";
  match: string;
  /** number of moves played */
  ply: number;
  move: string;
  search: SearchReport;
}

/** Result of `register` and `rename`: your new identity. */
export interface Identified {
  kind: "identified";
  you: Identity;
}

/** Identity of a player. Guests have no account, and other guests may use the same name. */
export interface Identity {
  id: string;
  name: string;
  account: boolean;
  role: "player" | "bot" | "moderator" | "admin";
}

/** A seat is reserved for you. Sent when the match is created, and when you connect while the seat is still open. */
export interface Invitation {
  t: "invited";
  by: string;
  row: MatchRow;
}

/** The seat is reserved for the account of that name, or else for the only connected guest with that name. */
export interface Invite {
  kind: "invite";
  name: string;
}

/** Take an open seat: the given one or, without `seat`, one reserved for you, or else the first free one. */
export interface Join {
  id: string;
  t: "join";
  match: string;
  seat?: number | null;
  /** key of a private match */
  key?: string | null;
}

/** A player left a seat before the match started. */
export interface Left {
  kind: "left";
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
}

/** Limits of a search, which stops at the first one reached. Without any, the server sets a limit in seconds. */
export interface Limit {
  seconds?: number | null;
  depth?: number | null;
  nodes?: number | null;
  playouts?: number | null;
  seed?: number | null;
}

/** List all matches that are not over, including those that the lobby does not show. */
export interface ListAllMatches {
  kind: "matches";
}

/** List your bots. */
export interface ListBots {
  id: string;
  t: "bots";
}

/** List all connections. */
export interface ListConnections {
  kind: "connections";
}

/** List the newest audit entries. */
export interface ListDeeds {
  kind: "audit";
  most?: number;
}

/** List where the server searches: its own machine, and the workers of its cluster. */
export interface ListEngines {
  kind: "engines";
}

/** List the games that the server offers, with their options. */
export interface ListGames {
  id: string;
  t: "games";
}

/** List open and live matches, all or filtered, in pages. With `follow`, the server sends changes of the whole list from then on, whatever the page. */
export interface ListMatches {
  id: string;
  t: "list";
  follow?: boolean;
  game?: string | null;
  phase?: "open" | "live" | null;
  /** part of a player's name, in upper or lower case */
  player?: string | null;
  rated?: boolean | null;
  /** only matches with a seat that you can take */
  free?: boolean;
  /** minimum rating of the strongest player */
  min_rating?: number | null;
  /** number of matches of a page */
  limit?: number;
  /** `next` of the previous page */
  cursor?: string | null;
}

/** List the connected players, one row a player. */
export interface ListPlayers {
  kind: "players";
}

/** List all bans and mutes in force. */
export interface ListSanctions {
  kind: "sanctions";
}

/** List the tokens of your account. */
export interface ListSessions {
  id: string;
  t: "sessions";
}

/** A change of the lobby: new or changed matches, and the ids of removed ones. Sent to clients that follow it. Rows that changed only by moves come together, every two seconds. */
export interface Lobby {
  t: "lobby";
  changed: MatchRow[];
  gone: string[];
}

/** Result of `lobby_chat`: the last messages, oldest first. */
export interface LobbyChatLog {
  kind: "lobby_chat";
  said: LobbySaid[];
}

/** A message of the chat of the lobby. Not numbered. Sent to clients that follow the chat. */
export interface LobbySaid {
  t: "lobby_said";
  name: string;
  text: string;
  at: number;
}

/** Get a token for an account. Send it in `hello`, on this or any other machine, to connect as that player. */
export interface Login {
  id: string;
  t: "login";
  name: string;
  password: string;
}

/** Revoke the token of this connection, and close all connections that use it. */
export interface Logout {
  id: string;
  t: "logout";
}

/** Create an account for a bot. Its token is sent only once. */
export interface MakeBot {
  id: string;
  t: "make_bot";
  name: string;
}

/** A match in the form of the lobby. */
export interface MatchRow {
  match: string;
  code: string;
  game: string;
  options: { [key: string]: number | boolean | string };
  phase: "open" | "running" | "paused" | "finished" | "aborted";
  seats: SeatView[];
  /** number of moves played */
  ply: number;
  clock: string | null;
  watchers: number;
  result: Result | null;
  host: string;
  rated: boolean;
  /** public: in the lobby; unlisted: accessible by code; private: accessible by code and key */
  visibility: "public" | "unlisted" | "private";
  watchable: boolean;
  delay: Delay | null;
  series: SeriesView | null;
  /** whether a seat is reserved for you */
  for_you: boolean;
  /** whether the match is adjourned */
  adjourned: boolean;
  /** the side to move, as a spectator sees it; null while no side can move */
  to_move: number | null;
  /** the clock of each seat when this was sent; null without a clock */
  remaining_ms: number[] | null;
  /** your seat, if you play in this match */
  you: number | null;
}

/** Result of `list`: open matches first, then live ones, the newest of each first. */
export interface Matches {
  kind: "matches";
  matches: MatchRow[];
  /** the cursor of the next page; null on the last one */
  next: string | null;
}

/** The seat is for the creator of the match. A creator who takes every seat plays all sides, for two people at one keyboard: such a match is never rated, and offers take effect at once. */
export interface Me {
  kind: "me";
  /** name of this side, if you take every seat */
  label?: string | null;
}

/** A move that lost win probability. */
export interface Mistake {
  /** number of moves played */
  ply: number;
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  /** win probability of the side that moved, before its move */
  before: number;
  /** win probability of the same side, after its move */
  after: number;
  /** the first moves of the line that the search before it expected, if that is another */
  better: string | null;
  /** the score of that line, such as +1.5 or W7 for a proven win */
  score: string;
  judgement: "good" | "inaccuracy" | "mistake" | "blunder";
}

/** Play a move. It is refused at another ply or, if `position` is given, in another position. */
export interface Move {
  id: string;
  t: "move";
  match: string;
  /** number of moves played */
  ply: number;
  move: string;
  position?: string | null;
}

/** A move that was played. */
export interface MoveView {
  /** the ply at which it was played; the first is 0 */
  ply: number;
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  move: string;
  /** how people write the move, such as `Nf3`; null where that is `move` */
  said: string | null;
  elapsed_ms: number;
  /** network lag in `elapsed_ms`, as measured by the server and not charged to the clock */
  lag_ms: number;
  /** search info of the engine that played it, where the viewer may see it */
  search: SearchReport | null;
}

/** A move was played. */
export interface Moved {
  kind: "moved";
  move: MoveView;
}

/** Hide the chat of a name from you in all matches, or show it again. Other clients do not notice. */
export interface Mute {
  id: string;
  t: "mute";
  name: string;
  on?: boolean;
}

/** The match after a finished one: its rematch, or the next of its series or on TV. Null at the end of a series. The server subscribes every client of the finished match to the next one, and sends its snapshot. */
export interface Next {
  t: "next";
  match: string;
  why: "series" | "tv" | "rematch";
  next: string | null;
  code: string | null;
  /** the score of the series after the finished match */
  series: SeriesView | null;
}

/** A notice of the server to its users. */
export interface Notice {
  t: "notice";
  text: string;
  /** true: the server cannot save moves, and all clocks are stopped; false: they run again */
  halted: boolean | null;
}

/** A position of a game: the given one, by default the initial one, after the given moves. */
export interface OfGame {
  kind: "game";
  game: string;
  options?: { [key: string]: number | boolean | string };
  position?: string | null;
  moves?: string[];
}

/** A tree of leaf values, as nested lists of numbers. MAX and MIN move alternately. */
export interface OfLeaves {
  kind: "leaves";
  /** for example [[3, 12, 8], [2, 4, 6]] */
  tree: string;
  /** the player to move at the root */
  first?: "max" | "min";
}

/** A position of a match that you may see. A rated match is refused until it is over. */
export interface OfMatch {
  kind: "match";
  match: string;
  /** key of a private match */
  key?: string | null;
  /** the position after this many moves; null for the current position */
  ply?: number | null;
}

/** Make an offer to the other side, or accept the same offer from it. Offers expire on the next move. Some offers take effect at once, without consent: `abort` before both sides have moved, `resume` after a minimum pause, and all but `draw` and `takeback` from the host of a match between engines. */
export interface Offer {
  id: string;
  t: "offer";
  match: string;
  offer: "draw" | "takeback" | "pause" | "resume" | "adjourn" | "abort" | "rematch";
}

/** An open offer of the player at a seat to the other side. */
export interface OfferView {
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  offer: "draw" | "takeback" | "pause" | "resume" | "adjourn" | "abort" | "rematch";
}

/** The player at `seat` made an offer. All open offers expire when a move is played or the phase changes. */
export interface Offered {
  kind: "offered";
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  offer: "draw" | "takeback" | "pause" | "resume" | "adjourn" | "abort" | "rematch";
}

/** The seat is open to any player who joins. */
export interface Open {
  kind: "open";
}

/** An option of a game. */
export interface OptionInfo {
  name: string;
  default: number | boolean | string;
  range: string;
  meaning: string;
  /** whether a new match may have the value any: the server then chooses the number at random */
  any: boolean;
  /** the default instead while another option is not at its own default, such as the komi of a game with handicap */
  otherwise: OtherDefault | null;
}

/** The default of an option while another option is not at its own default. */
export interface OtherDefault {
  /** name of the other option */
  option: string;
  default: number | boolean | string;
}

/** Matchmaking found an opponent. The match has been created, and its snapshot follows. */
export interface Paired {
  t: "paired";
  match: string;
  code: string;
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  opponent: string;
}

/** The match was paused: clocks and engines stop. `adjourned` marks a pause until another day. */
export interface Paused {
  kind: "paused";
  adjourned: boolean;
  /** how long the side to move had been thinking when the match was paused */
  elapsed_ms: number;
}

/** Time control with `move_s` seconds for each move. Unused time is not saved up. */
export interface PerMove {
  kind: "move";
  move_s: number;
}

/** Check the connection, and get the time of the server. */
export interface Ping {
  id: string;
  t: "ping";
}

/** The fixed part of a board of two rows of pits between two stores, each cell holding a number of units. Cells are numbered counter-clockwise: the pits of the first seat (bottom row, left to right), its store (right), the pits of the second seat (top row, right to left), its store (left). */
export interface Pits {
  shape: "pits";
  houses: number;
  /** the input text of each cell */
  cell_labels: string[];
  /** the name of each cell for a screen reader */
  cell_names: string[];
  unit: string;
  /** everything that may lie in a tray beside the cells, by its key */
  faces: { [key: string]: Face };
}

/** A connected player. */
export interface PlayerView {
  player: Identity;
  connections: number;
  /** number of matches that the player plays and that are not over */
  playing: number;
  muted: boolean;
}

/** Result of the action `players`, sorted by name. */
export interface Players {
  kind: "players";
  players: PlayerView[];
}

/** The fixed part of a board of 24 points, as in backgammon, on which the two seats run in opposite directions. Cells 0 to 23 are the points 1 to 24 of seat 0, so that point p of seat 1 is cell 24 - p. Cells 24 and 25 are the bars of seats 0 and 1, cells 26 and 27 the checkers that seats 0 and 1 have borne off. Counts are positive for checkers of seat 0 and negative for those of seat 1. The path of a move is a list of pairs, origin and target of each of its steps. */
export interface Points {
  shape: "points";
  /** for each seat, the names of all cells as this seat types them */
  cell_labels: string[][];
  unit: string;
  /** the sides of the checkers by seat */
  names: string[];
  /** everything that may lie in a tray beside the cells, by its key */
  faces: { [key: string]: Face };
}

/** Result of `ping`: the wall clock of the server, in seconds since 1970. */
export interface Pong {
  kind: "pong";
  at: number;
}

/** The players who are disconnected. Sent when that changes, and when the match becomes claimable. */
export interface Presence {
  t: "presence";
  match: string;
  away: Away[];
}

/** The rating of a player before and after a match. */
export interface RatingChange {
  before: number;
  after: number;
}

/** Result of `ratings`, highest first. `history`, newest first, is filled only for a single player. */
export interface RatingList {
  kind: "ratings";
  ratings: RatingRow[];
  history: RatingStep[];
}

/** A player's rating at a game. With a chance of two in three, the true rating is within `deviation` of it. */
export interface RatingRow {
  player: string;
  game: string;
  rating: number;
  deviation: number;
  matches: number;
}

/** The change of a rating by one match. */
export interface RatingStep {
  match: string;
  game: string;
  at: number;
  before: number;
  after: number;
  deviation: number;
}

/** A position of a line, with the move that leads to it from the position before it. */
export interface Reached {
  /** the move or chance outcome in the notation of the game; null for the first one sent */
  move: string | null;
  /** who played the move; null for the first one sent and for a chance event */
  seat: number | null;
  /** the position as one line */
  position: string;
  /** how people write the move; null where that is `move` */
  said: string | null;
  /** whether `move` is a chance outcome, such as a roll of dice */
  chance: boolean;
}

/** Get all events of a match, in pages. `since` is the last event of the previous page. */
export interface Record {
  id: string;
  t: "record";
  match: string;
  /** number of an event in its match, from 1 */
  since?: number;
  /** key of a private match */
  key?: string | null;
}

/** Result of `record`: a page of events. The first page begins with a snapshot of the match at its creation. */
export interface Recorded {
  kind: "recorded";
  match: string;
  snapshot: Snapshot | null;
  events: Event[];
  /** the last event of the match; request further pages until you have it */
  last: number;
  /** what the searches of the engines say of the match; null before the last page, where they are not shown, and in games with hidden cards */
  evaluation: Evaluation | null;
}

/** The command was refused, and nothing has changed. `id` is null when the message could not be decoded. */
export interface Refused {
  t: "refused";
  id: string | null;
  code: Code;
  message: string;
  hint: string | null;
  /** the current position, when the command was for an earlier one */
  state: State | null;
  /** when to try again; null where waiting does not help */
  retry_after_s: number | null;
}

/** Turn your guest into an account. It keeps your player id, matches and ratings, and reserves the name. */
export interface Register {
  id: string;
  t: "register";
  name: string;
  password: string;
}

/** The players agreed on a rematch. The server is about to create it. */
export interface RematchAgreed {
  kind: "rematch_agreed";
}

/** The rematch could not be created. */
export interface RematchDropped {
  kind: "rematch_dropped";
  reason: string;
}

/** The rematch of a match. */
export interface RematchView {
  match: string;
  code: string;
}

/** The rematch was created, with the seats swapped. Send `watch` to follow it. */
export interface Rematched {
  kind: "rematched";
  match: string;
  code: string;
}

/** Change the name of a guest. */
export interface Rename {
  id: string;
  t: "rename";
  name: string;
}

/** Create a new token for one of your bots, by id or name. The old token is revoked. */
export interface RenewBot {
  id: string;
  t: "renew_bot";
  bot: string;
}

/** Resign. Before the start, leave the match instead; if the host leaves, the match is aborted. */
export interface Resign {
  id: string;
  t: "resign";
  match: string;
}

/** The result of a match. */
export interface Result {
  /** null for a draw, or when the match has no winner */
  winner: number | null;
  reason: string;
  /** the score of each seat: integers, or halves such as 45.5 */
  points: number[] | null;
  /** for each seat, how the match changed the rating; null where that is not known */
  ratings: RatingChange[] | null;
}

/** The match resumed, and the clocks run again. */
export interface Resumed {
  kind: "resumed";
}

/** Revoke a token, or with null all tokens but that of this connection, and close the connections that use them. */
export interface Revoke {
  id: string;
  t: "revoke";
  session: string | null;
}

/** Revoke the token of one of your bots. It keeps its name, and `renew_bot` enables it again. */
export interface RevokeBot {
  id: string;
  t: "revoke_bot";
  bot: string;
}

/** A chat message. Not numbered. */
export interface Said {
  t: "said";
  match: string;
  room: "players" | "watchers";
  name: string;
  text: string;
  at: number;
}

/** A ban or a mute. `until` is in seconds since 1970, or null when it has no end. */
export interface SanctionView {
  id: string;
  sanction: "ban" | "mute";
  scope: "player" | "name" | "address";
  target: string;
  until: number | null;
  reason: string;
  by: string;
  at: number;
}

/** Result of `sanctions`; of `ban` and `mute`, with the new ones: a mute of a guest also mutes its address. */
export interface Sanctions {
  kind: "sanctions";
  sanctions: SanctionView[];
}

/** Send a message to the chat of the lobby, which you must follow. */
export interface SayInLobby {
  id: string;
  t: "lobby_say";
  text: string;
}

/** Search finished matches, newest first. Fields that are left out do not filter. */
export interface SearchArchive {
  id: string;
  t: "archive";
  /** a name, or an engine with or without its limit */
  player?: string | null;
  game?: string | null;
  /** as seen by `player`; without a player, won and lost mean the same */
  result?: "won" | "lost" | "drawn" | null;
  rated?: boolean | null;
  /** ended at or after this time, in seconds since 1970 */
  since?: number | null;
  /** ended before this time, in seconds since 1970 */
  until?: number | null;
  limit?: number;
  /** `next` of the previous page */
  cursor?: string | null;
}

/** Search info: the result of a finished or running search. */
export interface SearchReport {
  algorithm: string;
  /** score for the side to move, in the game's units (hundredths of a stone or disc) */
  score: number;
  /** plies to a proven win; negative for a proven loss; null when unproven */
  wins_in: number | null;
  /** plies searched completely */
  depth: number;
  nodes: number;
  seconds: number;
  /** the principal variation */
  line: string[];
  /** the deepest ply that was searched; 0 where that is the depth */
  selective: number;
  /** used part of the transposition table, in thousandths */
  fill: number;
  /** moves with their share of the visits of a Monte Carlo search, in thousandths, largest first */
  shares: ([string, number])[];
  /** whether the score is the result under best play, in the game's own unit */
  exact: boolean;
  /** plies to that result */
  distance: number | null;
  /** where the move comes from: a search, the opening book, or a random choice, which has no score */
  source: "search" | "book" | "random";
  /** win probability of the side to move, from 0 to 1, in which a draw counts half; null when unknown */
  win: number | null;
}

/** A step of a search: it enters a node, or comes back to it with the value of a child. It says only what changes. Nodes are numbered from 0 in the order of the tree, also pruned ones. A node is entered with its own alpha and beta. */
export interface SearchStep {
  /** the node that is entered, or that the search comes back to */
  to: number;
  /** the child whose value came back; null on entering */
  child: number | null;
  /** the new alpha; null where it stays */
  alpha: number | null;
  /** the new beta; null where it stays */
  beta: number | null;
  /** the new best value of the node, or the mean of the outcomes so far; null where it stays */
  best: number | null;
  /** whether the other children are pruned after this step */
  cut: boolean;
}

/** A seat of a match and its player. */
export interface SeatView {
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  kind: "open" | "human" | "engine";
  name: string | null;
  /** name of the player that the open seat is reserved for */
  kept_for: string | null;
  /** whether a bot has the seat, or it is reserved for one */
  bot: boolean;
  /** rating at this game; null for a player without rated matches */
  strength: Strength | null;
  /** name of this side, given by the player of all sides for people at one keyboard */
  label: string | null;
  /** whether the player has an account; false for a guest, null where it is not known */
  account: boolean | null;
}

/** A player or an engine took a seat. */
export interface Seated {
  kind: "seated";
  seat: SeatView;
}

/** The server seed, revealed once the match is over. Its SHA-256 is the `server_seed_hash` of the snapshot. */
export interface SeedRevealed {
  kind: "seed_revealed";
  server_seed: string;
  /** in a game with hidden information, all chance events with the texts that were hidden */
  chance_events: ChanceView[];
}

/** Look for an opponent with the same game, options and clock, and a similar rating. The range widens over time. Without `game` you accept any match: a seat in an open match, or the terms of another waiting player. */
export interface Seek {
  id: string;
  t: "seek";
  game?: string | null;
  options?: { [key: string]: number | boolean | string };
  clock?: Fischer | SimpleDelay | Byoyomi | PerMove | Correspondence | null;
  rated?: boolean;
}

/** Result of `seek`: you wait for an opponent, as `others` more players do. `paired` follows once one is found. */
export interface Seeking {
  kind: "seeking";
  others: number;
}

/** A game of a series, as far as you may see it. */
export interface SeriesGame {
  /** position in the series, from 1 */
  number: number;
  match: string;
  code: string;
  phase: "open" | "running" | "paused" | "finished" | "aborted";
  seats: SeatView[];
  result: Result | null;
  /** number of moves played */
  ply: number;
  created_at: number;
  /** null until the game is over */
  ended_at: number | null;
}

/** Result of `series`: the games created so far, in order. `games` is the planned number. */
export interface SeriesTable {
  kind: "series";
  /** id of the series; null for a single match */
  series: string | null;
  game: string;
  clock: string | null;
  games: number;
  played: SeriesGame[];
}

/** The place of a match in a series of games with swapped sides, and the score of the series. */
export interface SeriesView {
  id: string;
  /** number of this game, from 1 */
  number: number;
  games: number;
  /** points of the player at each seat of this game; a draw is half a point */
  score: number[];
}

/** A session of an account: data about a token, without the token itself. Times are in seconds since 1970. */
export interface SessionView {
  session: string;
  /** name that the client gave itself when the token was created */
  label: string;
  created_at: number;
  seen_at: number;
  /** number of open connections that use the token */
  connections: number;
  /** whether this connection uses the token */
  current: boolean;
}

/** Result of `sessions`, most recently used first. */
export interface Sessions {
  kind: "sessions";
  sessions: SessionView[];
}

/** Set the role of an account, by id or name. */
export interface SetRole {
  kind: "role";
  player: string;
  role: "player" | "moderator" | "admin";
}

/** Show the highest rated players of a game, or the ratings of one player with their history. */
export interface ShowRatings {
  id: string;
  t: "ratings";
  game?: string | null;
  player?: string | null;
  limit?: number;
}

/** List every game of the series that a match belongs to. A single match is a series of one. */
export interface ShowSeries {
  id: string;
  t: "series";
  match: string;
  /** key of a private match */
  key?: string | null;
}

/** List the spectators of a match. */
export interface ShowWatchers {
  id: string;
  t: "watchers";
  match: string;
  /** key of a private match */
  key?: string | null;
}

/** The position at a node, in the form of `State`. The fixed part of the board is in `Explained`. */
export interface Shown {
  rows: string[];
  counts: number[];
  blocks: string;
  shades: string;
  trays: Tray[];
  last: number[];
}

/** Result of `login`. The token is sent only once. */
export interface SignedIn {
  kind: "signed_in";
  you: Identity;
  session: string;
  token: string;
}

/** Time control with delay: `base_s` seconds a seat. The first `delay_s` of each move are free, and not saved up. */
export interface SimpleDelay {
  kind: "delay";
  /** seconds for the match */
  base_s: number;
  delay_s: number;
}

/** A complete match, as of event `seq`. */
export interface Snapshot {
  t: "snapshot";
  match: string;
  code: string;
  /** number of an event in its match, from 1 */
  seq: number;
  phase: "open" | "running" | "paused" | "finished" | "aborted";
  game: GameInfo;
  options: { [key: string]: number | boolean | string };
  board: Grid | Pits | Heaps | Points | Table;
  seats: SeatView[];
  clock: Fischer | SimpleDelay | Byoyomi | PerMove | Correspondence | null;
  created_at: number;
  show_thinking: boolean;
  watchers: number;
  moves: MoveView[];
  state: State;
  result: Result | null;
  /** your seat; null for spectators */
  you: number | null;
  /** all of your seats; more than one if you play all sides */
  yours: number[];
  host: string;
  /** the starting position before `opening`; null for the initial position of the game */
  start: string | null;
  /** moves played before the match began */
  opening: string[];
  rated: boolean;
  /** public: in the lobby; unlisted: accessible by code; private: accessible by code and key */
  visibility: "public" | "unlisted" | "private";
  watchable: boolean;
  /** the spectator delay */
  delay: Delay | null;
  chat: boolean;
  series: SeriesView | null;
  /** the open offers, oldest first */
  offers: OfferView[];
  /** whether the pause is an adjournment */
  adjourned: boolean;
  rematch: RematchView | null;
  /** whether the first move of each side is free of clock time */
  first_moves_free: boolean;
  /** the players who are disconnected */
  away: Away[];
  /** SHA-256 of the server seed; null in a game without chance */
  server_seed_hash: string | null;
  /** whether the server was started to make the same chance events again, as for tests */
  repeatable: boolean;
  /** the client seed of the player at each seat, null before it is given; empty without chance */
  client_seeds: (string | null)[];
  /** the chance events so far, in order */
  chance_events: ChanceView[];
  /** the secret that chance events follow from; null until the match is over */
  server_seed: string | null;
}

/** Speed of the searches of an algorithm in a game, smoothed over the last ones. */
export interface SpeedView {
  game: string;
  algorithm: string;
  /** positions or playouts a second */
  per_s: number;
}

/** Start a match whose seats are all taken. Only the host may do this. */
export interface Start {
  id: string;
  t: "start";
  match: string;
}

/** The match started, and the clocks run. */
export interface Started {
  kind: "started";
}

/** A position, complete enough to draw it and to play from it without the rules of the game. */
export interface State {
  /** number of moves played */
  ply: number;
  to_move: number | null;
  /** id of the position; may be sent with a move */
  position: string;
  /** the position as one line */
  text: string;
  /** rows of a grid from the top, one character a cell; empty for other boards */
  rows: string[];
  /** number of units in each pit, heap or point; empty for a grid */
  counts: number[];
  /** the owner of each block of a grid with blocks, row by row; else empty */
  blocks: string;
  /** the side that each cell of a grid belongs to, one character a cell: a symbol with an owner, or -; empty where no cell belongs to a side */
  shades: string;
  /** the cells that the last move changed */
  last: number[];
  /** the legal moves */
  legal: string[];
  /** for each legal move, the cells from its origin to its target */
  paths: number[][];
  /** what the game counts, by name: integers, or halves such as 45.5 */
  counters: { [key: string]: number };
  /** what lies beside the cells of the board */
  trays: Tray[];
  /** the possible outcomes of the chance event that is due, such as rolls; empty while none is due */
  chances: string[];
  /** how likely each of the chances is, in relation to the others */
  weights: number[];
  /** the cells of each line that won; empty before the end and for other results */
  lines: number[][];
  /** why the side to move may claim a draw: a draw offer of its player then ends the match at once; empty if it may not */
  claim: string;
  /** clock of each seat when this was sent: the time left for the match, for the byo-yomi period or for the move; null without a clock */
  remaining_ms: number[] | null;
  /** how long each seat can think about one move, with delay and periods; null without a clock */
  flag_ms: number[] | null;
  /** periods left for each seat, including the running one; null without byo-yomi */
  periods: number[] | null;
  /** the seat whose clock runs; null when none runs */
  ticking: number | null;
  /** time left for a first move that is free of clock time; null where it has no deadline */
  first_move_ms: number | null;
}

/** A rating. With a chance of two in three, the true rating is within `deviation` of it. */
export interface Strength {
  rating: number;
  deviation: number;
}

/** The fixed part of a board without cells, as in games of cards: all that players see lies in trays. A state has no rows and no counts, and the path of each move is empty. */
export interface Table {
  shape: "table";
  /** everything that may lie in a tray beside the cells, by its key */
  faces: { [key: string]: Face };
}

/** The last `plies` moves were taken back. `seat` is to move again, and the other side regains its time. */
export interface TakenBack {
  kind: "taken_back";
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  plies: number;
}

/** Turn on or off your own topic on the MQTT feed, which lists the matches that wait for your move. */
export interface TellTurns {
  id: string;
  t: "tell_turns";
  on?: boolean;
}

/** Search info of a running search. Not numbered: the newest replaces the previous one. */
export interface Thinking {
  t: "thinking";
  match: string;
  /** number of moves played */
  ply: number;
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  search: SearchReport;
}

/** What lies beside the cells of a board, such as dice that were rolled, in one place. */
export interface Tray {
  name: string;
  /** null for a tray that belongs to all seats */
  owner: number | null;
  /** keys of the board's faces */
  faces: string[];
}

/** A node of the tree. All values are from the point of view of MAX, who moves first unless `first` is min. */
export interface TreeNode {
  /** its number in search order; null when pruned */
  node: number | null;
  /** the move that leads here, or the number of the branch; null at the root */
  move: string | null;
  /** the side to move; chance where a chance event is due */
  player: "max" | "min" | "chance";
  /** the lower bound on entry, which MAX has secured; null when there is none yet */
  alpha: number | null;
  /** the upper bound on entry, which MIN has secured; null when there is none yet */
  beta: number | null;
  value: number | null;
  /** whether the value is exact or, after a cut-off, a bound */
  bound: "exact" | "at least" | "at most";
  /** whether the branch was pruned, because of its alpha and beta */
  pruned: boolean;
  /** explanation of the value or of the pruning, as a sentence */
  why: string;
  children: TreeNode[];
  /** of a chance outcome: its weight, whose share of all weights is its probability; 0 after a move */
  weight: number;
  /** the position; null without a board, and in large trees of large boards */
  shown: Shown | null;
}

/** Result of `tell_turns`: your topic at the MQTT broker of the server. */
export interface TurnsTold {
  kind: "turns";
  topic: string;
  on: boolean;
}

/** Lift a ban, by its id or by its target. */
export interface Unban {
  kind: "unban";
  target: string;
}

/** Lift the mute of a player. */
export interface Unmute {
  kind: "unmute";
  player: string;
}

/** Stop looking for an opponent. */
export interface Unseek {
  id: string;
  t: "unseek";
}

/** A game that is not searched at a place, and why. */
export interface UnusedGame {
  game: string;
  why: string;
}

/** Stop following a match. */
export interface Unwatch {
  id: string;
  t: "unwatch";
  match: string;
}

/** Follow a match. `since` is the last event that you know: the server then sends only later ones, if possible. */
export interface Watch {
  id: string;
  t: "watch";
  /** id or code, or 'tv' for the featured live match */
  match: string;
  since?: number | null;
  /** key of a private match */
  key?: string | null;
  /** whether to follow the match without being one of its spectators, as a lobby does that shows the highlighted match: you are neither counted nor named, and cannot chat; ignored for 'tv' */
  preview?: boolean;
}

/** Result of `watchers`: the number of spectators, and the names of the first ones. A player counts once. */
export interface Watching {
  kind: "watchers";
  match: string;
  count: number;
  names: string[];
}

/** Answer to `hello`. A new guest gets a token, once. Send it in a later `hello` to be the same player. */
export interface Welcome {
  t: "welcome";
  version: number;
  server: string;
  you: Identity;
  token: string | null;
  capabilities: string[];
  engines: string[];
}

/** Withdraw an offer of yours: the named one, or by default the newest. */
export interface Withdraw {
  id: string;
  t: "withdraw";
  match: string;
  offer?: "draw" | "takeback" | "pause" | "resume" | "adjourn" | "abort" | "rematch" | null;
}

/** The player at `seat` withdrew an offer. */
export interface Withdrawn {
  kind: "withdrawn";
  /** a side of the match, from 0; seat 0 moves first */
  seat: number;
  offer: "draw" | "takeback" | "pause" | "resume" | "adjourn" | "abort" | "rematch";
}

export type ToServer = Hello | ListGames | ListMatches | Create | Join | Start | GiveClientSeed | Move | Resign | Claim | Offer | Accept | Decline | Withdraw | Watch | Record | Unwatch | TellTurns | Hint | Explain | Analyse | Chat | FollowLobbyChat | SayInLobby | Mute | Seek | Unseek | Ping | Register | Login | Logout | ListSessions | Revoke | ChangePassword | Rename | MakeBot | ListBots | RenewBot | RevokeBot | SearchArchive | ShowRatings | Export | ShowSeries | ShowWatchers | Explore | Evaluate | Admin;

export type ToClient = Welcome | Accepted | Refused | Snapshot | Event | Thinking | Analysing | Presence | Said | Paired | Next | Invitation | Lobby | LobbySaid | Notice;

export type Board = Grid | Pits | Heaps | Points | Table;
export type Clock = Fischer | SimpleDelay | Byoyomi | PerMove | Correspondence;
export type Phase = MatchRow["phase"];
export type OfferKind = OfferView["offer"];
export type Command = Exclude<ToServer, Hello>;
export type Outcome = NonNullable<Accepted["result"]>;
export type Fact = Event["event"];
