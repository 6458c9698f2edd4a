// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). Browsers have them in `crypto.subtle`, but not for pages from another machine
// without TLS, as servers in a home network are.

const WORDS = 64;
const BLOCK = 64;
/** The first 32 bits of the fractions of roots of the first primes: of square roots, of cube roots. */
const [START, ROUND] = constants();

function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let candidate = 2; primes.length < WORDS; candidate++) if (primes.every((prime) => candidate % prime)) primes.push(candidate);
  const bits = (/** @type {number} */ root) => Math.floor((root % 1) * 2 ** 32);
  return [primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime))), primes.map((prime) => bits(Math.cbrt(prime)))];
}

const turned = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} bytes @returns {Uint8Array} */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, 8n * BigInt(bytes.length));
  const state = Int32Array.from(START);
  const words = new Int32Array(WORDS);
  for (let block = 0; block < padded.length; block += BLOCK) {
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < WORDS; at++) {
      if (at < 16) words[at] = view.getInt32(block + 4 * at);
      else {
        const [x, y] = [words[at - 15], words[at - 2]];
        const one = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
        words[at] = words[at - 16] + one + words[at - 7] + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
      }
      const chosen = (e & f) ^ (~e & g);
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUND[at] + words[at]) | 0;
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] += word));
  }
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => found.setInt32(4 * at, word));
  return new Uint8Array(found.buffer);
}

/** @param {Uint8Array} key at most one block @param {Uint8Array} message @returns {Uint8Array} */
export function hmacSha256(key, message) {
  const padded = (/** @type {number} */ mask) => Uint8Array.from({length: BLOCK}, (_, at) => (key[at] ?? 0) ^ mask);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function joined(one, other) {
  const found = new Uint8Array(one.length + other.length);
  found.set(one);
  found.set(other, one.length);
  return found;
}

/** @param {string} digits */
export const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export const digitsOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
