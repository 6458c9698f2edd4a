// Connect Four on boardgame.io, with its default storage in memory: `node boardgame.cjs` takes a free port and prints
// its address.
const { Server, Origins } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');
const { CELLS, landing, wins } = require('./connect4.cjs');

const game = {
  name: 'connect4',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ cells: Array(CELLS).fill(0), last: -1 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      const cell = landing(G.cells, column);
      if (cell < 0) return INVALID_MOVE;
      G.cells[cell] = Number(playerID) + 1;
      G.last = cell;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.last >= 0 && wins(G.cells, G.last)) return { winner: ctx.currentPlayer };
    if (!G.cells.includes(0)) return { draw: true };
  },
};

const say = console.log;
console.log = console.info = () => {}; // the address is the first line
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run(0).then(({ appServer }) => say(`listening on ws://127.0.0.1:${appServer.address().port}`));
