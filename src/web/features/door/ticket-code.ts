/** How many letters and digits a ticket's code has, its first two included. */
export const codeLength = 38;

/** A code as a camera, a hand scanner or a person gave it: without spaces and dashes, in capitals. */
export const tidyCode = (text: string) => text.toUpperCase().replace(/[\s\u00ad\u200b-\u200d\u2010-\u2015-]/g, "");

/** What a person typed as a whole code, or undefined while letters are missing or too many. The first two may be left out. */
export function completeCode(text: string): string | undefined {
  const code = tidyCode(text);
  if (/^SG[0-9A-Z]{36}$/.test(code)) return code;
  return /^[0-9A-Z]{36}$/.test(code) ? `SG${code}` : undefined;
}

/** The end of a code, by which two people can tell tickets apart. */
export const codeTail = (code: string) => `…${code.slice(-6)}`;
