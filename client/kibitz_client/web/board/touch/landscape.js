// A phone that lies on its side: the styles that put everything beside the board, which no other window loads.

/** Windows so low that nothing fits above and below a board. */
const LOW = "(max-height: 500px) and (min-width: 560px) and (orientation: landscape)";
let watched = false;

/** Load the styles now, or when the device is turned. @param {(name: string) => Promise<void>} style @returns {Promise<void> | undefined} */
export function landscape(style) {
  const low = matchMedia(LOW);
  if (low.matches) return style("landscape.css");
  if (!watched) low.addEventListener("change", () => low.matches && void style("landscape.css"));
  watched = true;
  return undefined;
}
