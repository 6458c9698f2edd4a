// Codes of matches and tournaments as people type them: in any case, with and without the dashes of a long code. Pure; the same as
// the module `match_codes` of the protocol.

const SHORT = 6;
const LONG = 12;
const TOURNAMENT = "T";
const GROUP = /.{4}(?=.)/g;
/** What separates the groups of a code. */
const BETWEEN = /[-\u2010-\u2014\u2212_\s]/g;

/** Return a code as servers write it, for a code in any spelling. @param {string} text @returns {string} */
export function codeOf(text) {
  const code = text.trim().toUpperCase().replace(BETWEEN, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  if (isMarked(code)) {
    return `${TOURNAMENT}-${codeOf(code.slice(1))}`;
  }
  return code.length === LONG ? code.replace(GROUP, "$&-") : code;
}

/** Return whether a code without dashes has the mark of tournaments. @param {string} code */
const isMarked = (code) => code.startsWith(TOURNAMENT) && [SHORT, LONG].includes(code.length - 1);

/** Return whether text is the code of a tournament, in any spelling. @param {string} text */
export const isTournamentCode = (text) => /^T-[0-9A-Z-]{6,}$/.test(codeOf(text));

/** Return the code that a typed text or a pasted link ends with, or null if it is none. @param {string} text */
export function typedCode(text) {
  const last = text.trim().split(/[?#]/)[0].split("/").at(-1) ?? "";
  const plain = last.replace(BETWEEN, "");
  const isCode = [SHORT, LONG].includes(plain.length) || isMarked(plain.toUpperCase());
  return /^[0-9A-Za-z]+$/.test(plain) && isCode ? codeOf(last) : null;
}
