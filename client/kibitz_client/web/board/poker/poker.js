// What a match of poker shows: the table, the buttons of a bet, and the hands that were played.

import {ready as texts} from "../../words/tables/index.js";
import {betting} from "./betting.js";
import {handList} from "./hand_list.js";
import {Showdown} from "./showdown.js";
import {streetSteps} from "./steps.js";
import {cards} from "./table.js";

/** @import {Special} from "../contents/index.js" */

/** @type {Special} */
export const special = {contents: cards, choices: betting, list: handList, steps: streetSteps, Pause: Showdown};

/** Settled once the texts are there. */
export const ready = texts;
