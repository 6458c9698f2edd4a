// The texts of accounts, of what players do about each other, and of administration, which only their views load.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once these views have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
