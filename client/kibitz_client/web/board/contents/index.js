// How large boards are drawn, by what they consist of: pieces on a grid, stacks of checkers, cards, or units on cells.

import {cards} from "./cards.js";
import {pieces} from "./pieces.js";
import {stacks} from "./stacks.js";
import {units} from "./units.js";

/** @import {Board} from "kibitz-protocol" */
/** @import {Contents} from "./units.js" */

/** What shapes without units consist of. @type {{[shape: string]: Contents<any>}} */
const OTHERS = {grid: pieces, points: stacks, table: cards};

/** Return how a board is drawn. @param {Board} board */
export const contentsOf = (board) => OTHERS[board.shape] ?? units;
