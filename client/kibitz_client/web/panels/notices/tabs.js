// Which matches the tabs of this browser show: a tab asks, and those that can be seen answer.

const others = "BroadcastChannel" in window ? new BroadcastChannel("kibitz.shown") : null;
/** How long the answers of other tabs may take. */
const ANSWER_MS = 1000;
let answering = false;

/** Return whether the view of a match is open in this tab. @param {string} code */
export const shownHere = (code) => document.querySelector(".match-head")?.getAttribute("data-code") === code;

/** Answer other tabs while this one can be seen. */
export function answerTabs() {
  if (!answering) others?.addEventListener("message", ({data: {asked}}) => asked && !document.hidden && shownHere(asked) && others.postMessage({shown: asked}));
  answering = true;
}

/** Return whether another tab shows a match and can be seen, after the time that answers may take. @param {string} code
 * @returns {Promise<boolean>} */
export function shownElsewhere(code) {
  return new Promise((resolve) => {
    let found = false;
    const note = (/** @type {MessageEvent} */ {data: {shown}}) => void (found ||= shown === code);
    others?.addEventListener("message", note);
    others?.postMessage({asked: code});
    setTimeout(() => {
      others?.removeEventListener("message", note);
      resolve(found);
    }, ANSWER_MS);
  });
}
