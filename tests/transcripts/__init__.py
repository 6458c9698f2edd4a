"""Golden transcripts: what clients and a real server say to each other, word by word, in docs/protocol."""
