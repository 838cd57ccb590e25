import { createDecipheriv, createHash } from "node:crypto";
import { indexBytes, ivBytes, rowBytes, unpackRecord, type DoorRecord } from "#contract/door/phone-record.ts";
import type { DoorSnapshot } from "#contract/door/snapshot.ts";
import { readCodeBytes } from "#contract/code-letters.ts";

const hash = (label: string, mac: Uint8Array) => createHash("sha256").update(label).update(mac).digest();

/** What a code yields, as anyone who has it can compute. */
export function secretsOf(code: string) {
  const mac = Buffer.from(readCodeBytes("SG", code)!.slice(-16));
  return { mac, index: hash("index", mac).subarray(0, indexBytes), key: hash("key", mac) };
}

/** The rows of snapshots, by index in hex; later ones replace earlier ones. */
export function rowsOf(...snapshots: Pick<DoorSnapshot, "records">[]): Map<string, Buffer> {
  const rows = new Map<string, Buffer>();
  for (const { records } of snapshots) {
    const bytes = Buffer.from(records, "base64");
    for (let at = 0; at < bytes.length; at += rowBytes) {
      const row = bytes.subarray(at, at + rowBytes);
      rows.set(row.subarray(0, indexBytes).toString("hex"), row);
    }
  }
  return rows;
}

/** Reads the record of a code with nothing but the code; undefined if there is none. */
export function readRecord(rows: Map<string, Buffer>, code: string): DoorRecord | undefined {
  const { index, key } = secretsOf(code);
  const row = rows.get(index.toString("hex"));
  if (row === undefined) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, row.subarray(indexBytes, indexBytes + ivBytes));
  decipher.setAAD(index).setAuthTag(row.subarray(-16));
  const plain = Buffer.concat([decipher.update(row.subarray(indexBytes + ivBytes, -16)), decipher.final()]);
  return unpackRecord(new Uint8Array(plain), (bytes) => Buffer.from(bytes).toString());
}
