// Live regions for screen readers: at most one polite text a second, and urgent ones at once.

const PAUSE = 1000;
/** How many texts wait at most, so that a fast match is not read long after it. */
const MOST = 12;

/** Return two live regions and the function that speaks in them. */
export function liveRegions() {
  const regions = ["polite", "assertive"].map((urgency) => {
    const region = document.createElement("div");
    region.className = "visually-hidden";
    region.setAttribute("aria-live", urgency);
    return region;
  });
  const [polite, assertive] = regions;
  /** @type {string[]} */
  let waiting = [];
  let timer = 0;

  const say = () => {
    polite.textContent = waiting.join(" ");
    waiting = [];
    timer = window.setTimeout(() => {
      timer = 0;
      if (waiting.length) say();
    }, PAUSE);
  };

  /** @param {string} text @param {"polite" | "assertive"} [urgency] */
  const speak = (text, urgency = "polite") => {
    if (urgency === "assertive") assertive.textContent = text;
    else {
      waiting = [...waiting, text].slice(-MOST);
      if (!timer) say();
    }
  };
  return {regions, speak};
}
