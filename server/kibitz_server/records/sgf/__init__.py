"""Games of Go as SGF, the text that programs for Go exchange, read as records of matches."""
