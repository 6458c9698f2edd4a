// What the views may ask of the page, and what the page expects of a view.

/** @import {TemplateResult} from "lit-html" */
/** @import {Identity} from "kibitz-protocol" */
/** @import {OpenedFile} from "../match/record.js" */
/** @import {Link} from "../network/link.js" */
/** @import {Lobby} from "../network/lobby.js" */
/** @import {Preferences} from "./preferences.js" */
/** @import {Happening, Sound} from "./sound.js" */

/** @typedef {object} Toast
 * @property {string} text @property {string | null} [hint] @property {"info" | "good" | "bad"} [kind]
 * @property {{label: string, run: () => void}} [action] */

/** The page, for its views.
 * @typedef {object} App
 * @property {Link} link
 * @property {Lobby} lobby
 * @property {Preferences} prefs
 * @property {(path: string, options?: {replace?: boolean}) => void} go go to another address of the page
 * @property {() => void} changed ask for one drawing in the next frame
 * @property {(text: string, urgency?: "polite" | "assertive") => void} speak
 * @property {(toast: Toast) => void} toast
 * @property {(what: Sound | Happening) => void} sound play a sound, if the reader wants sounds
 * @property {(error: unknown) => void} refused show why a command was refused
 * @property {(content: (close: () => void, redraw: () => void) => TemplateResult, label: string, wide?: boolean) => () => void} dialog
 * @property {(name: string) => Promise<void>} style load a stylesheet
 * @property {() => Identity | null} me
 * @property {OpenedFile | null} opened the file that the archive has opened last
 * @property {boolean} embedded */

/** An address of the page. @typedef {{path: string, parts: string[], query: URLSearchParams, hash: URLSearchParams}} Route */

/** One view of the page.
 * @typedef {object} View
 * @property {() => string} title
 * @property {() => TemplateResult} template
 * @property {() => void} [close]
 * @property {(event: KeyboardEvent) => boolean} [key] handle a key; return whether it was used
 * @property {(route: Route) => boolean} [again] take another query of the same address; return whether it could */

export {};
