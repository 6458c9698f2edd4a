// The texts of what each game is about, at its first moves.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once the goals of games have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
