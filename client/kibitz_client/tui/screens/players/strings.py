"""The English texts of the screens about players."""

ACCOUNT = "Account"
ACCOUNT_KEYS = "Enter choose  p profile  R ratings  Esc back"
YOU_ARE = "You are {name}, {kind}, at {server}."
KINDS = {
    "guest": "a guest",
    "player": "with an account",
    "bot": "a bot",
    "moderator": "a moderator",
    "admin": "an admin",
}
GUEST_NOTE = "A guest is known only on this machine. An account keeps your name, matches and ratings on every machine."
PRIVATE_NOTE = (
    "This is your private server, which ends with the app. Accounts are for servers that stay: kibitz --server HOST"
)
LOADING = "loading"
REGISTER = "Register: turn this guest into an account"
LOGIN = "Log in to an account"
RENAME = "Change your name"
CHANGE_PASSWORD = "Change the password"
LOGOUT = "Log out on this device"
LOGOUT_OTHERS = "Log out on all other devices"
PROFILE_OWN = "Profile: ratings over time and matches"
RATINGS_ALL = "Ratings: the best players of each game"
DEVICES = "Devices"
DEVICE = "{label}  since {since}  last used {used}"
THIS_DEVICE = "this device"
NAME = "name"
PASSWORD = "password"
AGAIN = "password again"
OLD_PASSWORD = "old password"
NEW_PASSWORD = "new password"
DIFFERENT = "the two passwords differ; type both again"
EMPTY = "enter the {field}"
SUBMIT_KEYS = "Tab next field  Enter send  Esc cancel"
WORKING = "sending..."
REGISTERED = "registered as {name}"
LOGGED_IN = "logged in as {name}"
LOGGED_OUT = "logged out; you are a guest now"
RENAMED = "you are {name} now"
PASSWORD_CHANGED = "the password is changed; all other devices are logged out"
LOGOUT_SURE = "Log out of {name} on this device?"
OTHERS_SURE = "Log out of {name} on all other devices?"
DEVICE_SURE = "Log out the device {label}?"
DEVICE_OUT = "that device is logged out"
OTHERS_OUT = "all other devices are logged out"
THIS_ONE = "this is the device that you use; choose 'Log out on this device'"

ALERTS = "Alerts"
ALERTS_OPEN = "Alerts: mail and notices of your move while you are away"
ALERTS_KEYS = "Enter choose  Esc back"
ALERTS_MAIL = "The server sends alerts by e-mail."
ALERTS_PUSH = "A browser is switched on in the page, at {page}"
ALERTS_NONE = "This server sends no alerts."
ALERTS_ADD = "Add an e-mail address"
ALERTS_TRY = "Send a trial message"
ALERTS_REMOVE = "Remove this address"
ALERTS_REMOVE_SURE = "Send no more alerts to {address}?"
ALERTS_OPEN_LINK = "open the link in the mail; before that the address gets nothing"
ALERTS_TRIED = "a trial message is on its way"
ALERTS_LAST_KIND = "an address gets at least one kind; remove the address to get none"
ALERT_KINDS = {
    "turn": "your move in a match with days for it, or without a clock",
    "waiting": "half of your time for such a move is gone",
    "round": "a game of yours in a tournament begins",
}
UNCONFIRMED = "{address}: open the link in its mail"
ADDRESS = "address"
NO_ADDRESS = "{address} is not an e-mail address; write it like ann@example.org"

RATINGS = "Ratings"
RATINGS_KEYS = "left right game  Enter profile  p your profile  Esc back"
RATINGS_GAME = "< {title} >   left and right change the game"
RATINGS_COLUMNS = "player", "rating", "matches", "opponents"
RATINGS_ORDER = "ordered by rating minus twice its deviation (±)"
RATINGS_NONE = "no player has a rating in {title} yet; a rated match with a clock or an opponent gives one"
YOU_MARK = "you"

PROFILE = "Profile of {name}"
PROFILE_KEYS = "Tab next list  Enter replay  m more  R ratings  Esc back"
NO_RATINGS = "no rated matches yet"
NO_MATCHES = "no finished matches yet"
MATCHES = "Matches"
COUNTS = "{shown}: {won} won, {drawn} drawn, {lost} lost"
LAST_MATCHES = "the last {count} matches"
ALL_MATCHES = {1: "1 match", 2: "{count} matches"}
AGAINST = {1: ", {count} opponent", 2: ", {count} opponents"}
GRAPH = "{title}: {now}, best {best}, {changes}"
