/** Accepted image types. */
export type PictureType = "png" | "jpeg" | "webp" | "avif" | "gif";

const isAt = (file: Uint8Array, offset: number, bytes: string) =>
  [...bytes].every((letter, index) => file[offset + index] === letter.charCodeAt(0));

/** How many bytes of a file identify its type. */
export const signatureBytes = 64;

/** A file's type by its first bytes, whatever its name says; undefined if it's not an accepted image. */
export function pictureTypeOf(file: Uint8Array): PictureType | undefined {
  if (isAt(file, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (isAt(file, 0, "\xff\xd8\xff")) return "jpeg";
  if (isAt(file, 0, "RIFF") && isAt(file, 8, "WEBP")) return "webp";
  if (isAt(file, 0, "GIF87a") || isAt(file, 0, "GIF89a")) return "gif";
  return brandsOf(file).some((brand) => brand === "avif" || brand === "avis") ? "avif" : undefined;
}

/** True for the images that iPhones take by default; they can't be read here. */
export function isHeic(file: Uint8Array): boolean {
  const brands = brandsOf(file);
  return pictureTypeOf(file) === undefined && brands.some((brand) => /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand));
}

/** The brands in the first box of an ISO media file. */
function brandsOf(file: Uint8Array): string[] {
  if (!isAt(file, 4, "ftyp")) return [];
  const size = ((file[0]! << 24) | (file[1]! << 16) | (file[2]! << 8) | file[3]!) >>> 0;
  const box = Buffer.from(file.subarray(0, Math.min(size, signatureBytes, file.length))).toString("latin1");
  return [box.slice(8, 12), ...(box.slice(16).match(/.{4}/gs) ?? [])];
}
