// The texts about fair chance events and the games of a series, which are shown on demand.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once they are there in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
