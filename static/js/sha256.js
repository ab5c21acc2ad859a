// SHA-256 (FIPS 180-4). WebCrypto has it as well, but takes longer to hand over a few bytes than to hash them,
// and hashes on secure pages only.

// The fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8.
const CONSTANTS = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
const START = Uint32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
const BLOCK = 64;
const WORDS = new Uint32Array(BLOCK);

const turn = (word, by) => (word >>> by) | (word << (32 - by));

function mix(state, words) {
  for (let at = 16; at < BLOCK; at += 1) {
    const early = words[at - 15];
    const late = words[at - 2];
    const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const two = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16] + one + words[at - 7] + two;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < BLOCK; at += 1) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + CONSTANTS[at] + words[at]) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at += 1) state[at] += mixed[at];
}

// The 32 bytes of SHA-256 over some parts, one behind the other.
export function sha256(...parts) {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const padded = new Uint8Array(Math.ceil((size + 9) / BLOCK) * BLOCK);
  let end = 0;
  for (const part of parts) {
    padded.set(part, end);
    end += part.length;
  }
  padded[size] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(8 * size));
  const state = START.slice();
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let word = 0; word < 16; word += 1) WORDS[word] = view.getUint32(at + 4 * word);
    mix(state, WORDS);
  }
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => found.setUint32(4 * at, word));
  return new Uint8Array(found.buffer);
}

// HMAC (RFC 2104) with it, for keys of up to 64 bytes.
export function hmac(key, message) {
  const [inner, outer] = [0x36, 0x5c].map((pad) => Uint8Array.from({ length: BLOCK }, (_, at) => (key[at] ?? 0) ^ pad));
  return sha256(outer, sha256(inner, message));
}
