"""Files with matches, read and written by client and server alike: records, PGN with PDN, and SGF for Go.

A reader returns what a file says. Whether its moves are legal is for the rules, which only the server has.
"""
