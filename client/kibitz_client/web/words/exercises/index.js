// The texts of the exercises about search trees, which only their view loads.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once the exercises have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
