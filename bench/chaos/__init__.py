"""Kill the server and its workers again and again while people and engines play: `make chaos`.

Nothing that the server had accepted may be lost, nothing may be done twice, and every match must go on. That is held
against what the clients themselves wrote down, not against what the server says of itself.
"""
