/** How many letters and digits a ticket's code has, including the prefix. */
export const codeLength = 38;

/** A code from the camera, a handheld scanner or a person, in uppercase without spaces and dashes. */
export const tidyCode = (text: string) => text.toUpperCase().replace(/[\s\u00ad\u200b-\u200d\u2010-\u2015-]/g, "");

/** The typed text as a complete code, or undefined if its length is wrong. The two-letter prefix is optional. */
export function completeCode(text: string): string | undefined {
  const code = tidyCode(text);
  if (/^SG[0-9A-Z]{36}$/.test(code)) return code;
  return /^[0-9A-Z]{36}$/.test(code) ? `SG${code}` : undefined;
}

/** The end of a code, which is enough to tell tickets apart. */
export const codeTail = (code: string) => `…${code.slice(-6)}`;
