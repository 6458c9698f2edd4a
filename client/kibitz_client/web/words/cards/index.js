// The texts that only help and views of matches load: help, tables of cards, what players do not see, fair chance events,
// rated matches that do not count, the event of a match, moves, offers, cubes, and replays.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once these views have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
