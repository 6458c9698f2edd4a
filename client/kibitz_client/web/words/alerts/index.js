// The texts of alerts, which only their view and their offer load.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once the texts are there in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
