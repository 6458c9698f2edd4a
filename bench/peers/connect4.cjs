// The rules that both peers use: five columns of ten cells, and a line of six wins.
const COLUMNS = 5, ROWS = 10, CONNECT = 6;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

// Return the cell into which a disc falls, or -1 if the column does not exist or is full.
function landing(cells, column) {
  if (!Number.isInteger(column) || column < 0 || column >= COLUMNS) return -1;
  for (let row = 0; row < ROWS; row++) if (cells[row * COLUMNS + column] === 0) return row * COLUMNS + column;
  return -1;
}

// Return whether the disc in a cell completes a line.
function wins(cells, cell) {
  const disc = cells[cell], column = cell % COLUMNS, row = (cell - column) / COLUMNS;
  const run = (dx, dy) => {
    let x = column + dx, y = row + dy, length = 0;
    while (x >= 0 && x < COLUMNS && y >= 0 && y < ROWS && cells[y * COLUMNS + x] === disc) length++, x += dx, y += dy;
    return length;
  };
  return DIRECTIONS.some(([dx, dy]) => 1 + run(dx, dy) + run(-dx, -dy) >= CONNECT);
}

module.exports = { CELLS: COLUMNS * ROWS, landing, wins };
