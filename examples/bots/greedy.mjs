#!/usr/bin/env node
// A bot in JavaScript, without any package: takes the move that the last line of play makes look busiest, that is, the
// one whose cells lie closest to the cells of the move before. Plays any game.
//
//   kibitz bot run --exec "node examples/bots/greedy.mjs" --host gomoku --against level:2
//
// One JSON object a line comes in; "choose" is answered with {"move": ...} or {"resign": true}.
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
