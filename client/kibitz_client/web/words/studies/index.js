// The texts of studies, which only their views load.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once the studies have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
