// SHAKE-256 (FIPS 202), which WebCrypto lacks: the salts of a published batch come from it.

const RATE = 136; // bytes taken in or given out between two permutations
const ROUNDS = 24;

// Lane (x, y) is at 5y + x; each has a low and a high half.
const LANES = 25;
const TURNS = new Uint8Array(LANES);
const GOES_TO = new Uint8Array(LANES);
const CONSTANTS = new Uint32Array(2 * ROUNDS);

// The offsets of rho, the places of pi, and the constants of iota out of its shift register.
{
  let [x, y] = [1, 0];
  for (let step = 0; step < ROUNDS; step += 1) {
    TURNS[5 * y + x] = (((step + 1) * (step + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  for (let at = 0; at < LANES; at += 1) {
    const [column, row] = [at % 5, Math.floor(at / 5)];
    GOES_TO[at] = 5 * ((2 * column + 3 * row) % 5) + row;
  }
  let register = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let power = 0; power < 7; power += 1) {
      if (register & 1) {
        const bit = 2 ** power - 1;
        CONSTANTS[2 * round + (bit >> 5)] ^= 1 << (bit & 31);
      }
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
  }
}

function permute(low, high) {
  const [parityLow, parityHigh] = [new Uint32Array(5), new Uint32Array(5)];
  const [nextLow, nextHigh] = [new Uint32Array(LANES), new Uint32Array(LANES)];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let x = 0; x < 5; x += 1) {
      parityLow[x] = low[x] ^ low[x + 5] ^ low[x + 10] ^ low[x + 15] ^ low[x + 20];
      parityHigh[x] = high[x] ^ high[x + 5] ^ high[x + 10] ^ high[x + 15] ^ high[x + 20];
    }
    for (let at = 0; at < LANES; at += 1) {
      const [left, right] = [((at % 5) + 4) % 5, ((at % 5) + 1) % 5];
      let a = low[at] ^ parityLow[left] ^ ((parityLow[right] << 1) | (parityHigh[right] >>> 31));
      let b = high[at] ^ parityHigh[left] ^ ((parityHigh[right] << 1) | (parityLow[right] >>> 31));
      let turn = TURNS[at];
      if (turn >= 32) [a, b, turn] = [b, a, turn - 32];
      nextLow[GOES_TO[at]] = turn ? (a << turn) | (b >>> (32 - turn)) : a;
      nextHigh[GOES_TO[at]] = turn ? (b << turn) | (a >>> (32 - turn)) : b;
    }
    for (let at = 0; at < LANES; at += 1) {
      const row = at - (at % 5);
      const [one, two] = [row + ((at + 1) % 5), row + ((at + 2) % 5)];
      low[at] = nextLow[at] ^ (~nextLow[one] & nextLow[two]);
      high[at] = nextHigh[at] ^ (~nextHigh[one] & nextHigh[two]);
    }
    low[0] ^= CONSTANTS[2 * round];
    high[0] ^= CONSTANTS[2 * round + 1];
  }
}

// The first `size` bytes of SHAKE-256 of a message.
export function shake256(message, size) {
  const padded = new Uint8Array((Math.floor(message.length / RATE) + 1) * RATE);
  padded.set(message);
  padded[message.length] ^= 0x1f;
  padded[padded.length - 1] ^= 0x80;
  const [low, high] = [new Uint32Array(LANES), new Uint32Array(LANES)];
  const words = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += RATE) {
    for (let lane = 0; lane < RATE / 8; lane += 1) {
      low[lane] ^= words.getUint32(at + 8 * lane, true);
      high[lane] ^= words.getUint32(at + 8 * lane + 4, true);
    }
    permute(low, high);
  }
  const found = new Uint8Array(Math.ceil(size / RATE) * RATE);
  const out = new DataView(found.buffer);
  for (let at = 0; at < found.length; at += RATE) {
    if (at) permute(low, high);
    for (let lane = 0; lane < RATE / 8; lane += 1) {
      out.setUint32(at + 8 * lane, low[lane], true);
      out.setUint32(at + 8 * lane + 4, high[lane], true);
    }
  }
  return found.subarray(0, size);
}
