"""Benchmark of the web page: bytes, time to the first board, frames, long tasks and memory, measured in Chromium.

What was expected before the first measurement, on two cores, with the page as it was when this benchmark was written:

- first view: met, since all modules of both views are about 70 kB; requests near their goal of 25
- first board: met, about 0.6 s; most of it is the compilation and the first template, and not the network
- frame of a move to paint: missed on 19x19 with a processor four times slower, because every message describes each of
  361 cells and searches its move among all legal ones
- live list: missed with the slower processor, because each message of the lobby draws 100 tiles again
- replay of 600 plies: missed with the slower processor, because each step draws 300 rows of moves again
- memory: flat, since a match that ends is replaced and nothing else is kept
"""
