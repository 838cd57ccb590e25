import { createSecretKey, type KeyObject } from "node:crypto";

const prepared = new WeakMap<Buffer, KeyObject>();

/** A key of HMAC, prepared once: preparing it takes several times as long as a signature. The buffer must not change. */
export function preparedKey(key: Buffer): KeyObject {
  const known = prepared.get(key) ?? createSecretKey(key);
  prepared.set(key, known);
  return known;
}
