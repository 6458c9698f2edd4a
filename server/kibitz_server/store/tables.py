"""The current tables. `migrations/versions` has the steps from older versions.

`event` is the primary data and only grows. A table that is derived from it says so here, and can be rebuilt.
"""

import sqlalchemy as sql

metadata = sql.MetaData()

LAST = "kind in ('MatchFinished', 'MatchAborted')"
"""Condition for events that end a match. It is literal SQL, as otherwise databases do not use the partial index."""
LAST_OF_TOURNAMENT = "kind = 'TournamentEnded'"
"""The same for tournaments."""

events = sql.Table(
    "event",
    metadata,
    sql.Column("match_id", sql.String(32), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(32), nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Index("event_first", "match_id", sqlite_where=sql.text("seq = 1"), postgresql_where=sql.text("seq = 1")),
    sql.Index("event_last", "at", "match_id", sqlite_where=sql.text(LAST), postgresql_where=sql.text(LAST)),
)
"""The primary key is a lock: of two servers that append to a match, one fails."""

tournament_events = sql.Table(
    "tournament_event",
    metadata,
    sql.Column("tournament_id", sql.String(32), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(32), nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Index(
        "tournament_first", "tournament_id", sqlite_where=sql.text("seq = 1"), postgresql_where=sql.text("seq = 1")
    ),
    sql.Index(
        "tournament_last",
        "at",
        "tournament_id",
        sqlite_where=sql.text(LAST_OF_TOURNAMENT),
        postgresql_where=sql.text(LAST_OF_TOURNAMENT),
    ),
)
"""The primary key is a lock, as that of `event`. It only grows."""

guests = sql.Table(
    "guest",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("token_hash", sql.String(64), nullable=False, unique=True),
    sql.Column("created_at", sql.Float, nullable=False),
)

accounts = sql.Table(
    "account",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("skeleton", sql.String(128), nullable=False, unique=True),
    sql.Column("password_hash", sql.String(255)),
    sql.Column("role", sql.String(16), nullable=False),
    sql.Column("owner_id", sql.String(32), index=True),
    sql.Column("created_at", sql.Float, nullable=False),
)
"""Players with a reserved name; the unique `skeleton` prevents names that look alike. Bots have an owner instead of a
password. The id is that of the guest who registered, so matches and ratings stay with the player."""

sessions = sql.Table(
    "session",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("player_id", sql.String(32), nullable=False, index=True),
    sql.Column("token_hash", sql.String(64), nullable=False, unique=True),
    sql.Column("label", sql.String(64), nullable=False),
    sql.Column("created_at", sql.Float, nullable=False),
    sql.Column("seen_at", sql.Float, nullable=False),
)
"""The tokens of accounts. Each can be revoked."""

sanctions = sql.Table(
    "sanction",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("scope", sql.String(8), nullable=False),
    sql.Column("target", sql.String(128), nullable=False),
    sql.Column("shown", sql.String(64), nullable=False),
    sql.Column("until", sql.Float),
    sql.Column("reason", sql.String(400), nullable=False),
    sql.Column("by", sql.String(64), nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
"""Bans and chat mutes of a player by id, a name by its skeleton, or an address or network."""

audit = sql.Table(
    "audit",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("by_id", sql.String(32), nullable=False),
    sql.Column("by_name", sql.String(64), nullable=False),
    sql.Column("action", sql.String(32), nullable=False),
    sql.Column("target", sql.String(128), nullable=False),
    sql.Column("detail", sql.Text, nullable=False),
)
"""Actions of moderators and admins. It only grows."""

runs = sql.Table(
    "run",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("began_at", sql.Float, nullable=False),
    sql.Column("seen_at", sql.Float, nullable=False),
)
"""Times during which servers were up. A running server updates `seen_at`."""

ended = sql.Table(
    "ended",
    metadata,
    sql.Column("match_id", sql.String(32), primary_key=True),
    sql.Column("code", sql.String(16), nullable=False),
    sql.Column("game", sql.String(64), nullable=False),
    sql.Column("clock", sql.String(64)),
    sql.Column("host_id", sql.String(32), nullable=False),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("rated", sql.Boolean, nullable=False),
    sql.Column("aborted", sql.Boolean, nullable=False),
    sql.Column("winner", sql.Integer),
    sql.Column("reason", sql.Text, nullable=False),
    sql.Column("plies", sql.Integer, nullable=False),
    sql.Column("created_at", sql.Float, nullable=False),
    sql.Column("ended_at", sql.Float, nullable=False),
    sql.Column("series_id", sql.String(32)),
    sql.Column("series_number", sql.Integer),
    sql.Column("uncounted", sql.String(16)),
    sql.Column("quitter", sql.Integer),
    sql.Column("tournament_id", sql.String(32)),
    sql.Column("round", sql.Integer),
    sql.Column("pair", sql.Integer),
    sql.Column("tournament_game", sql.Integer),
    sql.Index("ended_by_time", "ended_at", "match_id"),
    sql.Index("ended_by_code", "code"),
    sql.Index("ended_by_series", "series_id"),
    sql.Index("ended_by_tournament", "tournament_id", "tournament_game"),
)
"""Archive of finished matches. Derived from the events. `uncounted` is why a rated match does not count, `quitter` the
seat that quit one; `round`, `pair` and `tournament_game` are the place in a tournament."""

ended_seats = sql.Table(
    "ended_seat",
    metadata,
    sql.Column("match_id", sql.String(32), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(128), nullable=False),
    sql.Column("name_key", sql.String(128), nullable=False),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("player_id", sql.String(32)),
    sql.Column("bot", sql.Boolean, nullable=False),
    sql.Column("label", sql.String(64)),
    sql.Index("ended_seat_by_name", "name_key"),
    sql.Index("ended_seat_by_player", "player_id"),
)
"""Seats of the finished matches. Derived from the events; `name_key` is the name as it is compared."""

ended_tournaments = sql.Table(
    "ended_tournament",
    metadata,
    sql.Column("tournament_id", sql.String(32), primary_key=True),
    sql.Column("code", sql.String(16), nullable=False),
    sql.Column("name", sql.String(128), nullable=False),
    sql.Column("format", sql.String(16), nullable=False),
    sql.Column("game", sql.String(64), nullable=False),
    sql.Column("options", sql.Text, nullable=False),
    sql.Column("clock", sql.String(64)),
    sql.Column("organiser_id", sql.String(32), nullable=False),
    sql.Column("organiser", sql.String(64), nullable=False),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("rated", sql.Boolean, nullable=False),
    sql.Column("cancelled", sql.Boolean, nullable=False),
    sql.Column("most_entrants", sql.Integer, nullable=False),
    sql.Column("round", sql.Integer, nullable=False),
    sql.Column("rounds", sql.Integer),
    sql.Column("leader", sql.String(128)),
    sql.Column("league", sql.String(32)),
    sql.Column("league_name", sql.String(100)),
    sql.Column("season", sql.Integer),
    sql.Column("division", sql.Integer),
    sql.Column("created_at", sql.Float, nullable=False),
    sql.Column("ended_at", sql.Float, nullable=False),
    sql.Column("seq", sql.Integer, nullable=False),
    sql.Index("ended_tournament_by_time", "ended_at", "tournament_id"),
    sql.Index("ended_tournament_by_code", "code"),
    sql.Index("ended_tournament_by_organiser", "organiser_id"),
    sql.Index("ended_tournament_by_league", "league"),
)
"""Archive of finished tournaments, for lists. Derived from their events up to `seq`; `options` is JSON."""

ended_entrants = sql.Table(
    "ended_entrant",
    metadata,
    sql.Column("tournament_id", sql.String(32), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(128), nullable=False),
    sql.Column("player_id", sql.String(32)),
    sql.Column("place", sql.Integer, nullable=False),
    sql.Index("ended_entrant_by_player", "player_id"),
)
"""Entrants of the finished tournaments with their places. Derived from the events."""

rating_changes = sql.Table(
    "rating_change",
    metadata,
    sql.Column("player", sql.String(128), primary_key=True),
    sql.Column("game", sql.String(64), primary_key=True),
    sql.Column("matches", sql.Integer, primary_key=True),
    sql.Column("match_id", sql.String(32), nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("name", sql.String(128), nullable=False),
    sql.Column("name_key", sql.String(128), nullable=False),
    sql.Column("mu_before", sql.Float, nullable=False),
    sql.Column("sigma_before", sql.Float, nullable=False),
    sql.Column("mu", sql.Float, nullable=False),
    sql.Column("sigma", sql.Float, nullable=False),
    sql.Index("rating_change_by_name", "name_key", "at"),
)
"""Rating changes of players by rated match; the last one has the current rating. Derived from the events, in the order
in which matches ended. The primary key is a lock: only one match can be a player's nth."""

turn_wishes = sql.Table("turn_wish", metadata, sql.Column("player_id", sql.String(32), primary_key=True))
"""Players who want turn alerts over MQTT."""

analyses = sql.Table(
    "analysis",
    metadata,
    sql.Column("match_id", sql.String(32), primary_key=True),
    sql.Column("effort", sql.String(16), primary_key=True),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
"""Complete analyses of finished matches, as JSON text. Searching again makes them again."""

mutes = sql.Table(
    "mute",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("player_id", sql.String(32), nullable=False, index=True),
    sql.Column("looks", sql.Text, nullable=False),
)
"""Names that a player mutes in chat, by their skeleton. Ids are in the order of the mutes."""

puzzles = sql.Table(
    "puzzle",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("game", sql.String(64), nullable=False),
    sql.Column("options", sql.Text, nullable=False),
    sql.Column("position", sql.Text),
    sql.Column("lead", sql.Text),
    sql.Column("line", sql.Text, nullable=False),
    sql.Column("refuted", sql.Text, nullable=False),
    sql.Column("win", sql.Float, nullable=False),
    sql.Column("themes", sql.String(64), nullable=False),
    sql.Column("players", sql.Text, nullable=False),
    sql.Column("player_ids", sql.Text, nullable=False),
    sql.Column("match_id", sql.String(32)),
    sql.Column("code", sql.String(16)),
    sql.Column("ply", sql.Integer, nullable=False),
    sql.Column("ended_at", sql.Float, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("removed", sql.Boolean, nullable=False),
    sql.Column("mu", sql.Float, nullable=False),
    sql.Column("sigma", sql.Float, nullable=False),
    sql.Column("attempts", sql.Integer, nullable=False),
    sql.Column("solved", sql.Integer, nullable=False),
    sql.Index("puzzle_by_game", "game", "mu"),
)
"""Puzzles with their ratings. `position` is that before the move `lead`; `options`, `line`, `refuted`, `players` and
`player_ids` are JSON. A removed one stays, so that it is not made again. The match may have been pruned."""

puzzle_attempts = sql.Table(
    "puzzle_attempt",
    metadata,
    sql.Column("player_id", sql.String(32), primary_key=True),
    sql.Column("puzzle_id", sql.String(16), primary_key=True),
    sql.Column("game", sql.String(64), nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("result", sql.String(8), nullable=False),
    sql.Column("before", sql.Integer, nullable=False),
    sql.Column("after", sql.Integer, nullable=False),
    sql.Index("puzzle_attempt_by_time", "player_id", "at"),
)
"""The attempts that count: the first one of a player at each puzzle, with the shown ratings before and after it."""

puzzle_ratings = sql.Table(
    "puzzle_rating",
    metadata,
    sql.Column("player_id", sql.String(32), primary_key=True),
    sql.Column("game", sql.String(64), primary_key=True),
    sql.Column("mu", sql.Float, nullable=False),
    sql.Column("sigma", sql.Float, nullable=False),
    sql.Column("attempts", sql.Integer, nullable=False),
    sql.Column("solved", sql.Integer, nullable=False),
    sql.Column("streak", sql.Integer, nullable=False),
    sql.Column("best", sql.Integer, nullable=False),
)
"""Ratings of solvers by game, with the puzzles solved without a failure in between, now and at best."""

puzzle_sources = sql.Table("puzzle_source", metadata, sql.Column("match_id", sql.String(32), primary_key=True))
"""Matches in which puzzles were looked for."""
lessons = sql.Table(
    "lesson",
    metadata,
    sql.Column("code", sql.String(16), primary_key=True),
    sql.Column("owner", sql.String(32), nullable=False),
    sql.Column("teacher", sql.Text, nullable=False),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("tasks", sql.Text, nullable=False),
    sql.Column("step", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Index("lesson_by_owner", "owner"),
)
"""Lessons, and classes, which have no tasks. `tasks` is JSON; `teacher` is the name of the owner when it was made."""

lesson_pupils = sql.Table(
    "lesson_pupil",
    metadata,
    sql.Column("code", sql.String(16), primary_key=True),
    sql.Column("player_id", sql.String(32), primary_key=True),
    sql.Column("number", sql.Integer, nullable=False),
    sql.Column("name", sql.Text, nullable=False),
    sql.Index("lesson_pupil_by_player", "player_id"),
)
"""The pupils of lessons, by the names that they gave there."""

lesson_answers = sql.Table(
    "lesson_answer",
    metadata,
    sql.Column("code", sql.String(16), primary_key=True),
    sql.Column("player_id", sql.String(32), primary_key=True),
    sql.Column("task", sql.Integer, primary_key=True),
    sql.Column("right", sql.Boolean, nullable=False),
    sql.Column("tries", sql.Integer, nullable=False),
)
"""How pupils have answered tasks. Answers after the first right one change nothing."""

server_values = sql.Table(
    "server_value",
    metadata,
    sql.Column("name", sql.String(32), primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)
"""Values that the server makes or its host sets while it runs: the key of Web Push, and the host's
choices."""

alert_channels = sql.Table(
    "alert_channel",
    metadata,
    sql.Column("id", sql.String(16), primary_key=True),
    sql.Column("player_id", sql.String(32), nullable=False, index=True),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("address", sql.Text, nullable=False),
    sql.Column("secret", sql.Text, nullable=False),
    sql.Column("token", sql.String(64), nullable=False),
    sql.Column("device", sql.String(64), nullable=False),
    sql.Column("language", sql.String(8), nullable=False),
    sql.Column("kinds", sql.String(64), nullable=False),
    sql.Column("confirmed", sql.Boolean, nullable=False),
    sql.Column("created_at", sql.Float, nullable=False),
    sql.Column("sent_at", sql.Float),
)
"""Where players get alerts: subscriptions of browsers with their keys, and e-mail addresses. `token` is in the links of
an e-mail."""

alerts_sent = sql.Table(
    "alert_sent",
    metadata,
    sql.Column("player_id", sql.String(32), primary_key=True),
    sql.Column("match_id", sql.String(32), primary_key=True),
    sql.Column("ply", sql.Integer, nullable=False),
    sql.Column("rank", sql.Integer, nullable=False),
)
"""The last alert of a player about a match, so that a restarted server does not repeat it."""

studies = sql.Table(
    "study",
    metadata,
    sql.Column("code", sql.String(16), primary_key=True),
    sql.Column("owner_id", sql.String(32), nullable=False),
    sql.Column("owner", sql.String(64), nullable=False),
    sql.Column("game", sql.String(64), nullable=False),
    sql.Column("options", sql.Text, nullable=False),
    sql.Column("start", sql.Text),
    sql.Column("title", sql.String(128), nullable=False),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("moves", sql.Integer, nullable=False),
    sql.Column("tree", sql.Text, nullable=False),
    sql.Column("created_at", sql.Float, nullable=False),
    sql.Column("changed_at", sql.Float, nullable=False),
    sql.Index("study_by_owner", "owner_id", "changed_at"),
    sql.Index("study_by_listing", "listed", "changed_at"),
)
"""Analysis boards that players keep. `owner` is the name under which the owner saved it last; `options` and `tree` are
JSON, the tree as a list of `ToldNode`; `start` is null for the first position of the game."""
