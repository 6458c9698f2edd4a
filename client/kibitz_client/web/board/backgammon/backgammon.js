// What a match of backgammon shows: the board, and the buttons of dice, checkers and cube.

import {ready as texts} from "../../words/tables/index.js";
import {buttons} from "./buttons.js";
import {DiceOrder} from "./dice_order.js";
import {stacks} from "./stacks.js";

/** @import {Special} from "../contents/index.js" */

/** @type {Special} */
export const special = {contents: stacks, choices: buttons, Pause: DiceOrder};

/** Settled once the texts are there. */
export const ready = texts;
