// The texts of the end of a match.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once the end of a match has its texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
