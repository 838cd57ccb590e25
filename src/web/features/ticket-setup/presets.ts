import { readAmount } from "#web/lib/amounts.ts";
import type { TicketTypeInput } from "#contract/ticket-types.ts";
import { emptyForm, type TypeForm } from "./type-form.ts";

/** Presets for a new ticket type: what most events sell. */
export const starts: { key: string; label: string; form: TypeForm }[] = [
  { key: "paid", label: "Paid", form: { ...emptyForm, name: "General admission" } },
  {
    key: "free",
    label: "Free",
    form: { ...emptyForm, name: "RSVP", pricing: "free", maxPerPerson: "4", maxPerOrder: "4" },
  },
  {
    key: "open",
    label: "Pay what you want",
    form: { ...emptyForm, name: "Pay what you want", pricing: "open", minimum: "5" },
  },
  {
    key: "package",
    label: "Package",
    form: { ...emptyForm, name: "Table for four", ticketsPerUnit: "4", capacity: "10", maxPerOrder: "2" },
  },
];

/** One price tier of the chain that most events use. */
export interface PriceTierDraft {
  name: string;
  price: string;
  capacity: string;
}

/** Early bird, then general, then door: each opens when the one before it sells out. */
export const defaultPriceTiers: PriceTierDraft[] = [
  { name: "Early bird", price: "30", capacity: "50" },
  { name: "General admission", price: "45", capacity: "200" },
  { name: "Door", price: "60", capacity: "50" },
];

/** A step in the server's shape; undefined while its price or quantity is invalid. */
export function readStep(
  { name, price, capacity }: PriceTierDraft,
  opensAfterId?: number,
): TicketTypeInput | undefined {
  const cents = readAmount(price) ?? 0;
  const units = Number(capacity);
  if (!name.trim() || cents < 1 || !Number.isInteger(units) || units < 0 || capacity.trim() === "") return undefined;
  return {
    name: name.trim(),
    pricing: "fixed",
    priceCents: cents,
    capacity: units,
    ticketsPerUnit: 1,
    minPerOrder: 1,
    maxPerOrder: 8,
    ...(opensAfterId === undefined ? {} : { opensAfterId }),
  };
}
