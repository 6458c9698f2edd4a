// The texts of tables of poker and boards of backgammon.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once these boards have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
