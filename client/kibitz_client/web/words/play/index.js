// The texts of what only players see of a match, and of matches that cannot be shown.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once these parts have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
