// The texts of drawing with a finger.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once the switch has texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
