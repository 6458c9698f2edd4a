// Addresses of the page and the views behind them. Views are loaded when they are opened; the server reads here which one to preload.

import {isTournamentCode, typedCode} from "../network/codes.js";

/** @import {App, Route, View} from "./context.js" */

/** @typedef {{open: (app: App, route: Route) => View | Promise<View>}} ViewModule */

const match = () => import("../views/match.js");
const tournament = () => import("../views/tournaments/tournament.js");
const replay = () => import("../views/replay.js");
const players = () => import("../views/players.js");

/** @type {{[name: string]: (route: Route) => Promise<ViewModule>}} */
const VIEWS = {
  "": () => import("../views/lobby.js"),
  tv: match,
  new: () => import("../views/new_match.js"),
  learn: () => import("../views/learn.js"),
  settings: () => import("../views/settings.js"),
  help: () => import("../views/help.js"),
  account: () => import("../views/account.js"),
  alerts: () => import("../views/alerts/alerts.js"),
  admin: () => import("../views/admin.js"),
  poster: () => import("../views/host/poster.js"),
  events: () => import("../views/tournaments/events.js"),
  "events/new": () => import("../views/tournaments/new_event.js"),
  t: tournament,
  archive: () => import("../views/archive.js"),
  replay,
  lesson: () => import("../views/lessons/lesson.js"),
  lessons: () => import("../views/lessons/lessons.js"),
  class: () => import("../views/lessons/class.js"),
  puzzles: () => import("../views/puzzles/puzzles.js"),
  study: () => import("../views/studies/study.js"),
  studies: () => import("../views/studies/studies.js"),
  ratings: players,
  players,
  boards: () => import("../views/boards.js"),
  // A frame replays where its address has a ply, and else follows.
  embed: ({query}) => (query.has("ply") ? replay() : match()),
};

/** Return a part of an address as text; a part that is none stays. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Return the route of an address. @param {URL | Location} url @returns {Route} */
export const routeOf = (url) => ({
  path: url.pathname,
  parts: url.pathname.split("/").filter(Boolean).map(decoded),
  query: new URLSearchParams(url.search),
  hash: new URLSearchParams(url.hash.slice(1)),
});

/** Return the module of the view behind a route, or null if there is none. @param {Route} route */
export function viewOf(route) {
  const {parts} = route;
  const [first = ""] = parts;
  // An address of two parts may have a view of its own.
  const name = [parts.slice(0, 2).join("/"), first].find((each) => Object.hasOwn(VIEWS, each));
  if (name !== undefined) return VIEWS[name](route);
  return parts.length === 1 && typedCode(first) ? (isTournamentCode(first) ? tournament() : match()) : null;
}
