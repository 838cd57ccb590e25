import { writeAmount, centsOf } from "#web/lib/amounts.ts";

export const wholeMessage = "Enter a whole number or leave blank";
export const percentMessage = "Enter 1 to 100";
export const amountMessage = "Enter an amount, like 12.50";

/** A number as people type it; empty for none. */
export const textOf = (value: number | null | undefined) => String(value ?? "");

type Typed = { percent: string; amount: string };
type Amount = { kind: string; percent?: number; amountCents?: number };

/** The percentage or amount of a discount or commission, as people type it. */
export const typedOf = (amount: Amount | undefined): Typed => ({
  percent: textOf(amount?.percent ?? 10),
  amount: writeAmount(amount?.amountCents),
});

/** The same in the API's shape. */
export function amountOf(kind: string, { percent, amount }: Typed): Amount {
  if (kind === "none") return { kind };
  return kind === "percent" ? { kind, percent: Number(percent) } : { kind, amountCents: centsOf(amount) };
}
