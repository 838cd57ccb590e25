import { isSameText, macOf, readLink, type Part } from "./signed-links.ts";

// Links of versions up to 1.0, which are still in people's emails. Nothing writes them anymore.

const uuidOf = (bytes: Buffer) => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

const oldKey = (secret: Buffer, purpose: string, subject: Part[]): string =>
  macOf(secret, purpose, subject).toString("base64url").slice(0, 22);

/** True for a key of reminders and digests: 132 bits instead of 128. */
export const isOldKey = (text: string, secret: Buffer, purpose: string, ...subject: Part[]): boolean =>
  isSameText(oldKey(secret, purpose, subject), text);

/** The data of a token of consent and campaigns: its key followed without a dot. */
export function readOldToken(text: string, secret: Buffer, purpose: string): string[] | undefined {
  const data = text.slice(0, -22);
  return isOldKey(text.slice(-22), secret, purpose, data) ? [data] : undefined;
}

/** The batch of a claim link, whose key is today's: the id was written in base64. */
export function readOldClaim(text: string, secret: Buffer): string[] | undefined {
  const [id = ""] = text.split(".");
  const bytes = Buffer.from(id, "base64url");
  return bytes.toString("base64url") === id
    ? readLink(uuidOf(bytes) + text.slice(id.length), secret, "claim")
    : undefined;
}

/** Order, line, link version and expiry of a download, which was one part of 42 bytes. */
export function readOldDownload(text: string, secret: Buffer): Part[] | undefined {
  const [data = "", more] = readLink(text, secret, "download") ?? [];
  const bytes = Buffer.from(data, "base64url");
  if (more !== undefined || bytes.length !== 42) return undefined;
  return [
    uuidOf(bytes.subarray(0, 16)),
    uuidOf(bytes.subarray(16, 32)),
    bytes.readUInt32BE(38),
    bytes.readUIntBE(32, 6),
  ];
}

/** The key of an account's link: 192 bits. Its row has the hash. */
export const oldAccountKey = (secret: Buffer, purpose: string, linkId: string): string =>
  macOf(secret, purpose, [linkId]).subarray(0, 24).toString("base64url");
