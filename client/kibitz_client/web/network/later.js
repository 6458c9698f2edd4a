// Parts of a view that are loaded when they are first needed.

/** Return a function that returns a module, with its texts where it has a `ready`, and undefined while it is loaded.
 * Its first call begins that; after a failure, such as a lost connection, a later call tries again.
 * @template {object} Module @param {() => Promise<Module>} load @param {() => void} arrived draws the view again */
export function later(load, arrived) {
  /** @type {Module | undefined} */
  let module;
  let loading = false;
  const begin = async () => {
    loading = true;
    try {
      const found = await load();
      await /** @type {{ready?: Promise<void>}} */ (found).ready;
      module = found;
    } catch (error) {
      console.warn(error);
    }
    loading = false;
    if (module) arrived();
  };
  return () => {
    if (!module && !loading) void begin();
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
