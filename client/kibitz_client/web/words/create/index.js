// The texts of the form of a new match that no other view shows.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once the form has its texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
