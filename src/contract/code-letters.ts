/** Letters and digits that are hard to confuse when read aloud (Crockford's base 32). */
export const clearAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const valueOf = new Map([...clearAlphabet].map((letter, value) => [letter, value]));
// Letters that people type instead of similar digits.
for (const [typed, meant] of [
  ["O", "0"],
  ["I", "1"],
  ["L", "1"],
] as const)
  valueOf.set(typed, valueOf.get(meant)!);

/** Letters after a code's prefix: 180 bits. */
export const codeBodyLength = 36;
/** The bytes of the signature at a code's end. */
export const macBytes = 16;
/** The body's 180 bits, after four zeros: what it is a code for, then the signature. */
export const headBytes = 7;

/**
 * The 23 bytes of a code, five bits from each letter; undefined for what isn't one. Accepts spaces and dashes. Nothing is
 * checked: only the server can tell a code that it signed.
 */
export function readCodeBytes(prefix: string, text: string): Uint8Array<ArrayBuffer> | undefined {
  const clean = text.replace(/[\s\p{Pd}]/gu, "");
  if (clean.length !== prefix.length + codeBodyLength || !clean.startsWith(prefix)) return undefined;
  const bytes = new Uint8Array(headBytes + macBytes);
  let at = 0;
  let bits = 0;
  // Four zeros stand before the first letter.
  let count = 4;
  for (const letter of clean.slice(prefix.length)) {
    const value = valueOf.get(letter);
    if (value === undefined) return undefined;
    bits = ((bits << 5) | value) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = bits >> count;
  }
  return bytes;
}
