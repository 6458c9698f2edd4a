// The texts of events: their list, their form, their views, and the way from their games back to them.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once these views have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
