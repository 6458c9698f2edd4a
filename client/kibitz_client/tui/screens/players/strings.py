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
