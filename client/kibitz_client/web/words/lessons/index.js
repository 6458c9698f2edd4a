// The texts of lessons and classes, which only their views load.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once the lessons have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
