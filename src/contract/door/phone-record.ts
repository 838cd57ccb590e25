import { VoidReason } from "./scan-log.ts";

// How a ticket is stored on a phone at the door, for a day without a network. Each record is found by a hash of the
// signature inside its code and encrypted with another one, so that a phone reveals a ticket only to whoever has its code.

/** The 16 bytes that a record is found by. */
export const indexBytes = 16;
export const ivBytes = 12;
const tagBytes = 16;
/** A record before encryption. All are of one length, so that none tells how long a name is. */
const plainBytes = 32;
/** A record as it is sent and stored: its index, its IV, and what is encrypted, with its tag. */
export const rowBytes = indexBytes + ivBytes + plainBytes + tagBytes;

/** What a phone at the door knows about one code. */
export interface DoorRecord {
  /** Why the code isn't good anymore, or isn't now. */
  voidReason: Exclude<VoidReason, "event_canceled"> | undefined;
  ticketTypeId: number;
  /** When the ticket was checked in, in whole seconds of Unix time; undefined if it isn't. */
  admittedAt: number | undefined;
  /** The holder's first name and the first letter of the last, cut to what fits. */
  name: string;
}

const reasons = ["", ...VoidReason.options] as const;
const nameAt = 9;

/** "Ada Buyer" as "Ada B.": a phone never has the full name. */
export function shortenName(name: string): string {
  const [first = "", ...more] = name.trim().split(/\s+/);
  const last = more.at(-1);
  return last === undefined ? first : `${first} ${[...last][0]!}.`;
}

/** A name as UTF-8 that fits a record, cut between letters and not inside one. */
function cutName(bytes: Uint8Array): Uint8Array {
  const longest = plainBytes - nameAt;
  if (bytes.length <= longest) return bytes;
  let end = longest;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

/**
 * A record as bytes of fixed length.
 *
 * @param encode writes a text as UTF-8
 */
export function packRecord(
  { voidReason, ticketTypeId, admittedAt = 0, name }: DoorRecord,
  encode: (text: string) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(plainBytes);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, reasons.indexOf(voidReason ?? ""));
  view.setUint32(1, ticketTypeId);
  view.setUint32(5, admittedAt);
  bytes.set(cutName(encode(name)), nameAt);
  return bytes;
}

/**
 * The record that `packRecord` wrote.
 *
 * @param decode reads UTF-8
 */
export function unpackRecord(bytes: Uint8Array<ArrayBuffer>, decode: (bytes: Uint8Array) => string): DoorRecord {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.indexOf(0, nameAt);
  const reason = reasons[view.getUint8(0)] as DoorRecord["voidReason"] | "";
  return {
    voidReason: reason === "" ? undefined : reason,
    ticketTypeId: view.getUint32(1),
    admittedAt: view.getUint32(5) || undefined,
    name: decode(bytes.subarray(nameAt, end < 0 ? undefined : end)),
  };
}
