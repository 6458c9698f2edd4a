// What an installed page, and one with alerts, does after it has shown its first view.

import {follow, possible, worker} from "./subscription.js";

/** @import {App} from "../context.js" */

/** Register the service worker, and go on with alerts. @param {App} app */
export function start(app) {
  if (possible()) worker().catch(() => {});
  follow(app);
}
