// Alerts of this browser: its service worker, and its subscription to Web Push. Loaded only where alerts are on or asked for.

import {keep, kept} from "../preferences.js";
import {Refusal} from "../../network/link.js";
import {language, t} from "../../words/index.js";

/** @import {AlertSettings, ManageAlerts} from "kibitz-protocol" */
/** @import {App} from "../context.js" */

/** What this browser keeps: nothing, `no` after a refusal of the offer, or the player and the endpoint that get alerts. */
export const KEY = "kibitz.alerts";

/** Return whether this browser can get Web Push here. */
export const possible = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @type {Promise<ServiceWorkerRegistration> | null} */
let registered = null;

/** Register the service worker once. */
export function worker() {
  if (!registered) {
    const policy = /** @type {any} */ (window).trustedTypes?.createPolicy("kibitz", {createScriptURL: () => "/sw.js"});
    registered = navigator.serviceWorker.register(policy ? policy.createScriptURL("") : "/sw.js", {updateViaCache: "none"});
    registered.catch(() => (registered = null));
  }
  return registered.then(() => navigator.serviceWorker.ready);
}

/** Send an action of the command `alerts`, and return what is on. @param {App} app @param {ManageAlerts["do"]} action
 * @returns {Promise<AlertSettings>} */
export const manage = (app, action) => app.link.command({t: "alerts", do: action});

/** Return the subscription of this browser, if it has one. */
export async function subscription() {
  if (!possible()) return null;
  const found = await navigator.serviceWorker.getRegistration("/");
  return found ? found.pushManager.getSubscription() : null;
}

/** Return the first digits of the hash of an endpoint, as the server shows them. @param {string} endpoint */
export async function fingerprint(endpoint) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
}

/** Ask the reader and the browser for alerts here. Return what is on, or null if the reader or the browser refuses.
 * @param {App} app @param {string} key public key of the server */
export async function subscribe(app, key) {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const {pushManager} = await worker();
  const options = {userVisibleOnly: true, applicationServerKey: key};
  /** @type {PushSubscription} */
  let made;
  try {
    made = await pushManager.subscribe(options);
  } catch (error) {
    // A subscription for another key of the server is in the way.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    made = await pushManager.subscribe(options);
  }
  return tell(app, made);
}

/** Tell the server of a subscription. @param {App} app @param {PushSubscription} made */
async function tell(app, made) {
  const {endpoint, keys} = made.toJSON();
  const device = deviceOf(app);
  const found = await manage(app, {kind: "push", endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "", device, language: language() === "de" ? "de" : "en"});
  keep(KEY, `${app.me()?.id} ${endpoint}`);
  return found;
}

/** @param {App} app */
const deviceOf = (app) => app.link.client.replace(/^web ?/, "").slice(0, 64);

/** Return why alerts could not be switched on. @param {unknown} error */
export function failure(error) {
  if (error instanceof Refusal) return [error.message, error.hint].filter(Boolean).join("; ");
  console.warn(error);
  return t("alerts.failed");
}

/** End the subscription of this browser. */
export async function unsubscribe() {
  keep(KEY, null);
  await (await subscription())?.unsubscribe();
}

let following = false;

/** Go on with alerts that are on, here or elsewhere: the server learns of a new endpoint or player, and when the page is hidden.
 * @param {App} app */
export function follow(app) {
  if (following) return;
  following = true;
  const look = () => void manage(app, {kind: "away", away: document.visibilityState === "hidden"}).catch(() => {});
  const arrived = async () => {
    if (document.visibilityState === "hidden") look();
    if (!kept(KEY) || kept(KEY) === "no") return;
    const own = await subscription();
    if (own && kept(KEY) !== `${app.me()?.id} ${own.endpoint}`) await tell(app, own).catch(() => {});
  };
  document.addEventListener("visibilitychange", () => app.me() && look());
  app.link.onarrival(() => void arrived());
  if (app.me()) void arrived();
}
