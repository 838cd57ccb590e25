/** A number as people type it, or undefined for nothing. Anything else is NaN, which passes no schema. */
export const wholeOf = (text: string) => (text.trim() === "" ? undefined : Number(text));

/** The same for money, in cents. */
export const centsOf = (text: string) => (text.trim() === "" ? undefined : (readAmount(text) ?? Number.NaN));

/** Parses money as people type it, "12", "12.5", "12,50" or "$1,200.00", into cents. Undefined for anything else. */
export function readAmount(text: string): number | undefined {
  const typed = text.replace(/[$\s]/g, "");
  const plain = /^\d+,\d{1,2}$/.test(typed) ? typed.replace(",", ".") : typed.replace(/,/g, "");
  return /^\d{1,6}(\.\d{0,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined;
}

/** Formats cents for a money field: 5 or 5.50, and empty for no amount. */
export const writeAmount = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? "" : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
