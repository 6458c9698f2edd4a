// Files that the server makes: they come in parts, and the browser saves them.

/** Get a whole file, with a name for it.
 * @param {(since: number) => Promise<{name: string, content: string, next: number | null}>} ask ask for the part that begins there
 * @returns {Promise<{name: string, text: string}>} rejects with a Refusal */
export async function fetchFile(ask) {
  const parts = [];
  let page;
  /** @type {number | null} */
  let since = 0;
  do {
    page = await ask(since);
    parts.push(page.content);
    since = page.next;
  } while (since !== null);
  return {name: page.name, text: parts.join("")};
}

/** Let the browser save a file. @param {string} name @param {Blob} blob */
export function saveFile(name, blob) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), {href: address, download: name}).click();
  // The browser has begun to read it by then, and blobs that are not freed stay until the page closes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
