/** Bytes that `fileTypeOf` needs to see. */
export const signatureBytes = 16;

type Signature = readonly [type: string, at: number, bytes: string];

const signatures: Signature[] = [
  ["application/pdf", 0, "%PDF-"],
  ["application/zip", 0, "PK\u0003\u0004"],
  ["audio/flac", 0, "fLaC"],
  ["audio/ogg", 0, "OggS"],
  ["audio/mpeg", 0, "ID3"],
  ["audio/mp4", 4, "ftyp"],
];

/** What a file is by its first bytes; undefined for anything that isn't sold as a download. */
export function fileTypeOf(first: Buffer): string | undefined {
  const has = (at: number, bytes: string) => first.subarray(at, at + bytes.length).toString("latin1") === bytes;
  const found = signatures.find(([, at, bytes]) => has(at, bytes));
  if (found !== undefined) return found[0];
  if (has(0, "RIFF") && has(8, "WAVE")) return "audio/wav";
  // An MP3 without tags starts with the sync bits of a frame of layer 3.
  if (first.length >= 2 && first[0] === 0xff && (first[1]! & 0xe6) === 0xe2) return "audio/mpeg";
  return undefined;
}
