// Parts of a view that are loaded when they are first needed, or ahead of that.

/** How long after a failure nothing is tried, in milliseconds: views are drawn many times a second. */
const PAUSE_MS = 1000;
/** How long a view has the line to itself, in milliseconds. */
const OWN_MS = 4000;

/** Load modules once the view is there and the browser has nothing to do, so that they are at hand while the server is away. A
 * failure means nothing: they are loaded again when they are needed. @param {(() => Promise<unknown>)[]} loads */
export function ahead(loads) {
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  const begin = () => loads.forEach((load) => void load().catch(() => {}));
  setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(begin), OWN_MS);
}

/** Return a function that returns a module, with its texts where it has a `ready`, and undefined while it is loaded.
 * Its first call begins that; after a failure, such as a lost connection, a later call tries again.
 * @template {object} Module @param {() => Promise<Module>} load @param {() => void} arrived draws the view again */
export function later(load, arrived) {
  /** @type {Module | undefined} */
  let module;
  let loading = false;
  let failedAt = -PAUSE_MS;
  const begin = async () => {
    loading = true;
    try {
      const found = await load();
      await /** @type {{ready?: Promise<void>}} */ (found).ready;
      module = found;
    } catch (error) {
      failedAt = performance.now();
      console.warn(error);
    }
    loading = false;
    if (module) arrived();
  };
  return () => {
    if (!module && !loading && performance.now() - failedAt >= PAUSE_MS) void begin();
    return module;
  };
}

/** Return a function that returns what is made of a module, once, and null until that is loaded.
 * @template {object} Module @template Made
 * @param {() => Promise<Module>} load @param {(module: Module) => Made} make @param {() => void} arrived draws the view again */
export function laterMade(load, make, arrived) {
  const module = later(load, arrived);
  /** @type {Made | null} */
  let made = null;
  return () => {
    const found = made ? null : module();
    if (found) made = make(found);
    return made;
  };
}
