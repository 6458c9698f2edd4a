// The texts of the choice of pieces and grounds, which only the settings load.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once these views have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
