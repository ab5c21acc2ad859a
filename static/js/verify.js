// Checks rolls in the browser, with WebCrypto alone. The format is in docs/dice.md; this module
// shares no code with the site. On a page it checks the proof that stands there.

export class Wrong extends Error {}

async function sha256(...parts) {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

function raw(text, size) {
  if (typeof text !== "string" || text.length !== 2 * size || !/^[0-9a-f]*$/.test(text)) {
    throw new Wrong(`expected ${size} bytes in hex`);
  }
  return Uint8Array.from({ length: size }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function whole(number) {
  if (!Number.isSafeInteger(number) || number < 0) throw new Wrong("expected a whole number");
  return number;
}

function eight(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(whole(number)));
  return bytes;
}

async function leaf(proof) {
  const dice = proof.dice;
  if (!Array.isArray(dice) || dice.length !== 5 || !dice.every((die) => [1, 2, 3, 4, 5, 6].includes(die))) {
    throw new Wrong("a set is five dice from 1 to 6");
  }
  return sha256(Uint8Array.of(0), eight(proof.serial), Uint8Array.from(dice), raw(proof.salt, 16));
}

const node = (left, right) => sha256(Uint8Array.of(1), left, right);

async function rootFromPath(start, position, count, path) {
  const steps = path.map((step) => raw(step, 32));
  let [found, index, size] = [start, position, count];
  while (size > 1) {
    if (index % 2 === 1 || index + 1 < size) {
      const step = steps.shift();
      if (!step) throw new Wrong("the path is too short");
      found = index % 2 ? await node(step, found) : await node(found, step);
    }
    index = Math.floor(index / 2);
    size = Math.ceil(size / 2);
  }
  if (steps.length) throw new Wrong("the path is too long");
  return found;
}

async function checkCommitment(batch) {
  if (whole(batch.last) < whole(batch.first)) throw new Wrong("the batch ends before it begins");
  const chain = await sha256(
    Uint8Array.of(2), raw(batch.previous, 32), raw(batch.root, 32), eight(batch.first), eight(batch.last),
  );
  if (hex(chain) !== batch.chain) throw new Wrong("the chain does not follow from the root");
}

// Checks every proof of a bundle; resolves to their number, or throws Wrong.
export async function verify(bundle) {
  if (bundle.format !== "boatzee-proofs-1") throw new Wrong("a file of an unknown kind");
  const batches = new Map();
  for (const batch of bundle.batches) {
    await checkCommitment(batch);
    batches.set(batch.number, batch);
  }
  for (const proof of bundle.proofs) {
    const batch = batches.get(proof.batch);
    if (!batch) throw new Wrong("the batch is not in the file");
    if (whole(proof.serial) < batch.first || proof.serial > batch.last) {
      throw new Wrong("the roll is not in the batch");
    }
    const size = batch.last - batch.first + 1;
    const root = await rootFromPath(await leaf(proof), proof.serial - batch.first, size, proof.path);
    if (hex(root) !== batch.root) throw new Wrong("the roll does not lead to the root of the batch");
  }
  return bundle.proofs.length;
}

async function report(place) {
  if (!globalThis.crypto?.subtle) {
    place.textContent = "This browser checks hashes on secure pages only. Use the script below instead.";
    return;
  }
  try {
    const bundle = JSON.parse(document.getElementById("proof").textContent);
    await verify(bundle);
    place.textContent = "Checked in your browser: exactly these dice lead to the root that was published before the batch was used.";
    place.dataset.outcome = "holds";
  } catch (error) {
    place.textContent = `These dice do not agree with what was published: ${error.message}.`;
    place.dataset.outcome = "fails";
  }
}

const place = globalThis.document?.querySelector("[data-verify]");
if (place) report(place);
