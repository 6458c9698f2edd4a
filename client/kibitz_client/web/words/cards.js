// The texts of tables of cards, of what players do not see, and of fair chance events, which only views of matches load.

import {addTexts} from "./index.js";
import en from "./cards_en.js";

/** Settled once these views have their texts in the language of the reader. */
export const ready = addTexts(en, () => import("./cards_de.js"));
