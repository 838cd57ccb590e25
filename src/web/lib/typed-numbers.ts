import { readAmount } from "./amounts.ts";

/** A number as people type it, or undefined for nothing. Anything else is NaN, which passes no schema. */
export const wholeOf = (text: string) => (text.trim() === "" ? undefined : Number(text));

/** The same for money, in cents. */
export const centsOf = (text: string) => (text.trim() === "" ? undefined : (readAmount(text) ?? Number.NaN));
