// The texts of the pace of two engines.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once its bar has texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
