// The texts that only replays show: mistakes and the reasons of these, and what a reader does.

import {addTexts} from "../index.js";
import en from "./en.js";

/** Settled once these views have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./de.js"));
