#!/bin/sh
# A bot in a POSIX shell alone: it plays the first legal move, in any game.
#
#   kibitz bot run --exec examples/bots/first.sh --host tictactoe --against level:1
#
# It reads one JSON object a line and answers each "choose" with one; "start" and "end" need no answer.
while IFS= read -r line; do
    case $line in
    *'"t":"choose"'*)
        legal=${line#*\"legal\":[\"}
        printf '{"move":"%s"}\n' "${legal%%\"*}"
        ;;
    esac
done
