// Connect Four on Colyseus: `node colyseus.cjs` takes a free port and prints its address.
//
// Colyseus sends state changes on a timer, every 50 ms by default. Here each move is sent at once.
const { Server, Room } = require('@colyseus/core');
const { WebSocketTransport } = require('@colyseus/ws-transport');
const { Schema, ArraySchema, defineTypes } = require('@colyseus/schema');
const { CELLS, landing, wins } = require('./connect4.cjs');

const ILLEGAL = 4000, NOBODY = 255;

class Board extends Schema {
  constructor() {
    super();
    this.cells = new ArraySchema(...Array(CELLS).fill(0));
    this.ply = this.turn = this.game = 0;
    this.winner = NOBODY;
    this.over = false;
  }
}
defineTypes(Board, { cells: ['uint8'], ply: 'uint8', turn: 'uint8', game: 'uint32', winner: 'uint8', over: 'boolean' });

class Match extends Room {
  onCreate() {
    this.patchRate = null;
    this.maxClients = 1e5;
    this.state = new Board();
    this.seats = new Map();
    this.onMessage('move', (client, { column }) => {
      const board = this.state, seat = this.seats.get(client.sessionId);
      const cell = board.over || seat !== board.turn ? -1 : landing(board.cells, column);
      if (cell < 0) return client.error(ILLEGAL, 'illegal move');
      board.cells[cell] = seat + 1;
      board.ply++;
      board.turn = 1 - seat;
      if (wins(board.cells, cell)) board.winner = seat;
      board.over = board.winner === seat || board.ply === CELLS;
      this.broadcastPatch();
    });
    this.onMessage('again', (client) => {
      const board = this.state;
      if (this.seats.get(client.sessionId) !== 0) return client.error(ILLEGAL, 'not your match');
      for (let cell = 0; cell < CELLS; cell++) board.cells[cell] = 0;
      board.ply = board.turn = 0;
      board.winner = NOBODY;
      board.over = false;
      board.game++;
      this.broadcastPatch();
    });
  }

  onJoin(client, { seat }) {
    if (seat === 0 || seat === 1) this.seats.set(client.sessionId, seat);
  }
}

const transport = new WebSocketTransport({ pingInterval: 20000 });
const server = new Server({ transport, greet: false });
server.define('connect4', Match);
server.listen(0, '127.0.0.1').then(() => console.log(`listening on ws://127.0.0.1:${transport.server.address().port}`));
