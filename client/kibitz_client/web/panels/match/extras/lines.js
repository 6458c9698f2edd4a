// The expected line of a search as arrows on the board, with their stylesheet.

/** @import {App} from "../../../app/context.js" */

export {lineLayers} from "../../../board/annotations/lines.js";

/** Load the stylesheet. @param {App} app */
export const prepare = (app) => app.style("drawings.css");
