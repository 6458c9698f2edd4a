// Return descriptions of texts that are cut off, or reach out of their frames, in a page of the tests.
() => {
  const found = [];
  const shown = (element) => element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
  const name = (element) =>
    `${element.tagName.toLowerCase()}.${element.className} "${element.textContent.trim().replace(/\s+/g, " ").slice(0, 60)}"`;
  const hides = (value) => value === "hidden" || value === "clip";
  const others = ".visually-hidden, noscript, kibitz-board, kibitz-mini, select, datalist, textarea, input";
  for (const element of document.body.querySelectorAll("*")) {
    if (!(element instanceof HTMLElement) || !element.textContent.trim() || element.closest(others) || !shown(element)) continue;
    const style = getComputedStyle(element);
    if (style.clipPath !== "none") continue;
    const wide = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    const tall = element.clientHeight > 0 && element.scrollHeight > element.clientHeight + 1;
    const ellipsis = style.textOverflow === "ellipsis";
    if (wide && hides(style.overflowX) && !ellipsis) found.push(`cut at the right: ${name(element)}`);
    else if (tall && hides(style.overflowY) && !ellipsis && style.webkitLineClamp === "none") found.push(`cut below: ${name(element)}`);
    else if (wide && !ellipsis && element.matches("button, .button, .badge, .tab")) found.push(`wider than its frame: ${name(element)}`);
  }
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) {
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1 && shown(element),
    );
    found.push(`scrolls sideways by ${over}: ${wide.slice(-3).map(name).join("; ")}`);
  }
  return found;
}
