// Runs functions over the page's modules: each line of the input is a function and its argument, each line of the
// output its result. `Node` in node.py writes and reads them.

import {register} from "node:module";
import {createInterface} from "node:readline";
import {pathToFileURL} from "node:url";

const page = `${pathToFileURL(process.argv[2])}/`;
// The page asks for modules below /assets/ and for libraries by name, and no package says that its files are modules.
register(
  `data:text/javascript,${encodeURIComponent(`
  let page;
  export const initialize = (address) => { page = address; };
  export const resolve = (name, context, next) => {
    if (name.startsWith("/assets/")) return next(page + name.slice("/assets/".length), context);
    if (/^[a-z-]+$/.test(name) && context.parentURL?.startsWith(page)) return next(page + "vendor/" + name + ".js", context);
    return next(name, context);
  };
  export const load = (url, context, next) => next(url, url.startsWith(page) ? {...context, format: "module"} : context);
`)}`,
  {data: page},
);

for await (const line of createInterface({input: process.stdin})) {
  const [source, argument] = JSON.parse(line);
  let answer;
  try {
    answer = {result: (await eval(source)(argument)) ?? null};
  } catch (error) {
    answer = {error: String(error?.stack ?? error)};
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
