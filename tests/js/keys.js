// Keys and notes as the site signs them.
import { createHash, generateKeyPairSync, sign } from "node:crypto";

export function makeKey(name, kind = 1) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const bytes = Buffer.from([kind, ...raw]);
  const id = createHash("sha256").update(`${name}\n`).update(bytes).digest().subarray(0, 4);
  const line = (signature) => `\u2014 ${name} ${Buffer.concat([id, signature]).toString("base64")}\n`;
  return {
    text: `${name}+${id.toString("hex")}+${bytes.toString("base64")}`,
    sign: (text) => `${text}\n${line(sign(null, Buffer.from(text), privateKey))}`,
    cosign: (text, at) => {
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(BigInt(at));
      const said = Buffer.from(`cosignature/v1\ntime ${at}\n${text}`);
      return line(Buffer.concat([time, sign(null, said, privateKey)]));
    },
  };
}

export const checkpointOf = (origin, size, root) => `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`;

export function receiptOf(serial, { label = "ab".repeat(32), pledge = "none", at = 1_700_000_000 } = {}) {
  return `boatzee receipt v1\nset ${serial}\nlabel ${label}\npledge ${pledge}\nat ${at}\n`;
}
