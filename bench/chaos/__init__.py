"""Crash test, `make bench ARGS=chaos`: kills server, workers, Postgres and broker while clients and engines play.

No accepted move may be lost, no command may be applied twice, and every match must continue. The records of the clients
decide, not the reports of the server.
"""
