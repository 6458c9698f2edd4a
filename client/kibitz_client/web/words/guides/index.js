// The rules of the games, which the server sends in English, in other languages.

import {addTexts} from "../index.js";

/** Settled once they are there in the language of the reader. */
export const ready = addTexts({}, () => import("./german.js"));
