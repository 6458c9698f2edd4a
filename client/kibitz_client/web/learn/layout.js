// A tidy drawing of a tree: E. M. Reingold and J. S. Tilford, Tidier Drawings of Trees, IEEE Transactions on Software
// Engineering 7 (1981), 223-228. Subtrees are moved together until their contours touch. Pure.

/** Where the nodes are: the centre of each, and its ply. @template T
 * @typedef {{places: Map<T, {x: number, ply: number}>, left: number, right: number, plies: number}} Tidy */

/** A subtree around its root at 0. The contours are its outermost borders at each ply below.
 * @template T @typedef {{item: T, below: {tree: Subtree<T>, x: number}[], left: number[], right: number[]}} Subtree */

/** Return the layout of a tree: nodes of a ply keep the gap between them, parents are centred over their children, and
 * a mirrored tree has the mirrored drawing.
 * @template T @param {T} root @param {(item: T) => T[]} children @param {(item: T) => number} width
 * @param {number} gap @returns {Tidy<T>} */
export function tidy(root, children, width, gap) {
  /** @param {T} item @returns {Subtree<T>} */
  const build = (item) => {
    const trees = children(item).map(build);
    const half = width(item) / 2;
    if (!trees.length) return {item, below: [], left: [-half], right: [half]};
    // Moved to the left, small subtrees lean to one side, and moved to the right to the other. Both drawings keep the
    // gaps, so their mean does as well.
    const leftmost = pack(trees, "left", "right", gap, 1);
    const rightmost = pack([...trees].reverse(), "right", "left", gap, -1).reverse();
    const shift = leftmost[trees.length - 1] - rightmost[trees.length - 1];
    const xs = leftmost.map((x, child) => (x + rightmost[child] + shift) / 2);
    const middle = (xs[0] + xs[xs.length - 1]) / 2;
    const below = trees.map((tree, child) => ({tree, x: xs[child] - middle}));
    const [left, right] = [[-half], [half]];
    for (const {tree, x} of below)
      tree.left.forEach((border, ply) => {
        left[ply + 1] = Math.min(left[ply + 1] ?? Infinity, border + x);
        right[ply + 1] = Math.max(right[ply + 1] ?? -Infinity, tree.right[ply] + x);
      });
    return {item, below, left, right};
  };

  const tree = build(root);
  /** @type {Tidy<T>["places"]} */
  const places = new Map();
  /** @param {Subtree<T>} subtree @param {number} x @param {number} ply */
  const place = ({item, below}, x, ply) => {
    places.set(item, {x, ply});
    for (const child of below) place(child.tree, x + child.x, ply + 1);
  };
  place(tree, 0, 0);
  return {places, left: Math.min(...tree.left), right: Math.max(...tree.right), plies: tree.left.length};
}

/** Return the positions of subtrees that are moved towards the first one, one after the other.
 * @template T @param {Subtree<T>[]} trees @param {"left" | "right"} near @param {"left" | "right"} far
 * @param {number} gap @param {1 | -1} sign */
function pack(trees, near, far, gap, sign) {
  /** @type {number[]} */
  const contour = [];
  return trees.map((tree) => {
    let x = 0;
    tree[near].forEach((border, ply) => {
      if (ply < contour.length) x = Math.max(x, sign * (contour[ply] - border) + gap);
    });
    tree[far].forEach((border, ply) => (contour[ply] = border + sign * x));
    return sign * x;
  });
}
