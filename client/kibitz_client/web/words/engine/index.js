// The texts of the searches of engines beside a match or a replay.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once these parts have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
