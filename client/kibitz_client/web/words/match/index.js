// The texts that only matches and replays show: what players do, fair chance events, tables of cards, moves, sharing.

import {addTexts} from "../index.js";
import {ready as said} from "../said/index.js";
import en from "./en.js";

/** Settled once these views have their texts in the language of the reader, with the names of sides and pieces. */
export const ready = Promise.all([addTexts(en, () => import("./de.js")), said]);
