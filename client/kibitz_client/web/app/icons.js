// Icons of the page, drawn with lines of one width on a square of 24 units.

import {html, svg} from "lit-html";

/** @type {{[name: string]: import("lit-html").TemplateResult<2>}} */
const SHAPES = {
  list: svg`<path d="M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1"/>`,
  home: svg`<path d="M3 11l9-8 9 8M5 9.5V21h14V9.5M10 21v-6h4v6"/>`,
  watch: svg`<path d="M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12z"/><circle cx="12" cy="12" r="3"/>`,
  learn: svg`<circle cx="12" cy="5" r="2.5"/><circle cx="6" cy="18" r="2.5"/><circle cx="18" cy="18" r="2.5"/><path d="M11 7.3L7 15.7M13 7.3l4 8.4"/>`,
  cut: svg`<circle cx="6" cy="7" r="2.800"/><circle cx="6" cy="17" r="2.800"/><path d="M8.400 8.600L20 17M8.400 15.400L20 7"/>`,
  minus: svg`<path d="M5 12h14"/>`,
  fit: svg`<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"/>`,
  events: svg`<path d="M7 4h10v6a5 5 0 0 1-10 0zM7 6H4c0 4 1 5 3 5M17 6h3c0 4-1 5-3 5M12 15v5M8 20h8"/>`,
  archive: svg`<path d="M3 4h18v5H3zM5 9v11h14V9M10 13h4"/>`,
  settings: svg`<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2.2"/><circle cx="9" cy="17" r="2.2"/>`,
  bolt: svg`<path d="M13 2L4 14h7l-1 8 9-12h-7z"/>`,
  people: svg`<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 5a3.5 3.5 0 0 1 0 6.500M18 14.500c2 .8 3.2 2.6 3.5 5.5"/>`,
  cpu: svg`<rect x="6" y="6" width="12" height="12" rx="2"/><path d="M10 2v4M14 2v4M10 18v4M14 18v4M2 10h4M2 14h4M18 10h4M18 14h4"/>`,
  flip: svg`<path d="M7 4v16M7 20l-3-3M7 20l3-3M17 20V4M17 4l-3 3M17 4l3 3"/>`,
  bulb: svg`<path d="M9 18h6M10 21h4M8 14.500A6 6 0 1 1 16 14.500c-.8.7-1 1.5-1 3.500H9c0-2-.2-2.8-1-3.500z"/>`,
  undo: svg`<path d="M8 5L3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3"/>`,
  flag: svg`<path d="M5 21V4M5 4c5-3 8 3 14 0v10c-6 3-9-3-14 0"/>`,
  draw: svg`<path d="M4 9h16M4 15h16"/>`,
  first: svg`<path d="M18 5l-8 7 8 7zM6 5v14"/>`,
  back: svg`<path d="M15 5l-7 7 7 7"/>`,
  next: svg`<path d="M9 5l7 7-7 7"/>`,
  last: svg`<path d="M6 5l8 7-8 7zM18 5v14"/>`,
  pause: svg`<path d="M8 5v14M16 5v14"/>`,
  share: svg`<circle cx="6" cy="12" r="2.5"/><circle cx="18" cy="5" r="2.5"/><circle cx="18" cy="19" r="2.5"/><path d="M8.2 10.800L15.8 6.200M8.2 13.200l7.6 4.6"/>`,
  more: svg`<circle cx="5" cy="12" r="1.3"/><circle cx="12" cy="12" r="1.3"/><circle cx="19" cy="12" r="1.3"/>`,
  copy: svg`<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V4H4v12h4"/>`,
  close: svg`<path d="M5 5l14 14M19 5L5 19"/>`,
  again: svg`<path d="M4 12a8 8 0 1 1 2.5 5.800M4 20v-5h5"/>`,
  chat: svg`<path d="M4 4h16v12H10l-5 4v-4H4z"/>`,
  plus: svg`<path d="M12 5v14M5 12h14"/>`,
  help: svg`<circle cx="12" cy="12" r="9"/><path d="M9.5 9.500a2.5 2.5 0 1 1 3.5 2.300c-.8.4-1 .9-1 1.700M12 16.500v.2"/>`,
  shield: svg`<path d="M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z"/>`,
  user: svg`<circle cx="12" cy="8" r="4"/><path d="M4 21c.6-4.5 3.4-7 8-7s7.4 2.5 8 7"/>`,
  sound: svg`<path d="M4 9v6h4l5 4V5L8 9zM16.500 8.500a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12"/>`,
  mute: svg`<path d="M4 9v6h4l5 4V5L8 9zM17 9.500l5 5M22 9.500l-5 5"/>`,
  sun: svg`<circle cx="12" cy="12" r="4"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2"/>`,
  moon: svg`<path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z"/>`,
  download: svg`<path d="M12 3v12M7 11l5 5 5-5M4 20h16"/>`,
  play: svg`<path d="M7 4l12 8-12 8z"/>`,
};

/** Return an icon. @param {string} name */
export const icon = (name) =>
  html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${SHAPES[name]}</svg>`;

/** Return the sign of the product: a piece that is being watched. */
export const sign = () => html`<svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="15" fill="#211d16"/><path d="M3 16s5-8.5 13-8.500S29 16 29 16s-5 8.5-13 8.500S3 16 3 16z" fill="#f7f5ef"/><circle cx="16" cy="16" r="6.5" fill="#d8342b"/><circle cx="16" cy="16" r="3.6" fill="none" stroke="#8f1712" stroke-width="1.6"/></svg>`;
