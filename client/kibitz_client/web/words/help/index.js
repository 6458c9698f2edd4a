// The texts of help, which only its view loads.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once the view has its texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
