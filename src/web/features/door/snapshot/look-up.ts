import { headBytes, readCodeBytes } from "#contract/code-letters.ts";
import { type DoorRecord, indexBytes, ivBytes, unpackRecord } from "#contract/door/phone-record.ts";
import { decideVerdict, type Decision } from "#contract/door/verdict.ts";
import { keyboardReadings } from "#contract/keyboards.ts";
import { findRow, type SnapshotState } from "./store.ts";

async function hash(label: string, mac: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const name = new TextEncoder().encode(label);
  const bytes = new Uint8Array(name.length + mac.length);
  bytes.set(name);
  bytes.set(mac, name.length);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/**
 * What this phone knows about a scanned code: the code finds the record and is the only thing that decrypts it.
 *
 * @returns undefined for a code that isn't on this phone
 */
export async function findOnPhone(db: IDBDatabase, eventId: number, text: string): Promise<DoorRecord | undefined> {
  for (const reading of keyboardReadings(text)) {
    const mac = readCodeBytes("SG", reading)?.subarray(headBytes);
    if (mac === undefined) continue;
    const index = (await hash("index", mac)).subarray(0, indexBytes);
    const row = await findRow(db, eventId, index);
    if (row !== undefined) return decrypt(row, index, await hash("key", mac));
  }
  return undefined;
}

async function decrypt(
  row: Uint8Array<ArrayBuffer>,
  index: Uint8Array<ArrayBuffer>,
  key: Uint8Array<ArrayBuffer>,
): Promise<DoorRecord> {
  const imported = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const iv = row.subarray(indexBytes, indexBytes + ivBytes);
  const encrypted = row.subarray(indexBytes + ivBytes);
  const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData: index }, imported, encrypted);
  return unpackRecord(new Uint8Array(plain), (bytes) => new TextDecoder().decode(bytes));
}

/**
 * The verdict that this phone gives by itself, by the server's own function and the server's time.
 *
 * @param isAdmittedHere this phone let someone in on the ticket since the snapshot
 */
export function decideOnPhone(
  { event, types, offsetMs }: SnapshotState,
  record: DoorRecord | undefined,
  { now, isAdmittedHere }: { now: number; isAdmittedHere: boolean },
): Decision {
  const door = {
    eventId: event.id,
    isCanceled: event.isCanceled,
    opensAt: event.opensAt === null ? null : Date.parse(event.opensAt),
    at: now + offsetMs,
  };
  if (record === undefined) return decideVerdict(undefined, door);
  const isStreamPass = types.some(({ id, isStreamPass: is }) => id === record.ticketTypeId && is);
  const isAdmitted = isAdmittedHere || record.admittedAt !== undefined;
  return decideVerdict({ eventId: event.id, voidReason: record.voidReason, isStreamPass, isAdmitted }, door);
}
