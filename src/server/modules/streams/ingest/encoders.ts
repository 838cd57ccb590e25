import type { SentPlaylist, Upload } from "./rules.ts";

/** Who sends to a stream right now. */
export interface Senders {
  /** Video of the encoder that is played arrived so lately that it counts as on. */
  isOn: boolean;
  /** Who sends what is played; null before the first. */
  encoder: string | null;
  /** Who else sends with the same key right now; null if nobody does. */
  rival: string | null;
}

/** How far both encoders are in one rendition, as they count; null if one has sent nothing of it. */
export interface Positions {
  lastHostSequence: number | null;
  lastUploadNumber: number;
  rivalSequence: number | null;
}

/** So many segments can't get lost while an encoder is on: whoever is further ahead is another one. */
const farAhead = 30;

/**
 * True if a playlist is of another encoder than the one that is played. Encoders say nothing about themselves, and two
 * on one machine look the same. But each counts its segments, and its playlists go on where the last one ended.
 */
export function isOtherEncoder(
  { entries, sender }: SentPlaylist,
  { isOn, encoder, rival }: Senders,
  { lastHostSequence: last, lastUploadNumber, rivalSequence }: Positions,
  uploads: Map<string, Upload>,
): boolean {
  if (!isOn || entries.length === 0) return false;
  const isSame = encoder === null || sender === encoder;
  if (rival !== null && rival !== encoder && (sender === rival || isSame)) return sender === rival;
  const tail = entries.at(-1)!.hostSequence;
  if (rival !== null && rivalSequence !== null && isSame) {
    // The nearest one that it isn't behind.
    return rivalSequence <= tail && (last === null || last > tail || last < rivalSequence);
  }
  const named = entries.flatMap(({ path }) => uploads.get(path) ?? []);
  if (last === null || named.some(({ status }) => status === "published")) return false;
  if (!isSame || entries[0]!.hostSequence > last + farAhead) return true;
  return tail <= last && named.some(({ number }) => number > lastUploadNumber);
}
