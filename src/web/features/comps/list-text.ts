/**
 * The text of a guest list's file: UTF-8 or UTF-16 if it is marked or valid as such, otherwise the encoding that Excel
 * on Windows saves CSV files in, so that accents stay.
 */
export function listTextOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
