#!/usr/bin/env node
// A bot in JavaScript, without packages. It plays any game: it takes the legal move whose target cell is closest to the
// last cell of the previous move.
//
//   kibitz bot run --exec "node examples/bots/greedy.mjs" --host gomoku --against level:2
//
// It reads one JSON object a line, and answers "choose" with {"move": ...}. It could also answer {"resign": true}.
import { createInterface } from "node:readline";

let columns = 1;

function distance(a, b) {
  return Math.abs((a % columns) - (b % columns)) + Math.abs(Math.floor(a / columns) - Math.floor(b / columns));
}

function choose({ legal, state }) {
  const last = state.last.at(-1);
  if (last === undefined) return legal[Math.floor(legal.length / 2)];
  const far = state.paths.map((path) => (path.length ? distance(path.at(-1), last) : 0));
  return legal[far.indexOf(Math.min(...far))];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.t === "start") columns = message.board.column_labels?.length || 1;
  if (message.t === "choose") console.log(JSON.stringify({ move: choose(message) }));
}
