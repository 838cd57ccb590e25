import { readAmount } from "#web/lib/amounts.ts";
import type { TicketTypeInput } from "#contract/ticket-types.ts";
import { emptyForm, type TypeForm } from "./type-form.ts";

/** Ways to begin a ticket type: what most nights sell. */
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

/** One step of the chain that most nights sell by. */
export interface ChainStep {
  name: string;
  price: string;
  capacity: string;
}

/** Early bird, then general, then the door: each opens when the one before it is gone. */
export const chainStart: ChainStep[] = [
  { name: "Early bird", price: "30", capacity: "50" },
  { name: "General admission", price: "45", capacity: "200" },
  { name: "Door", price: "60", capacity: "50" },
];

/** A step as the server takes it; undefined while its price or number is none. */
export function readStep({ name, price, capacity }: ChainStep, opensAfterId?: number): TicketTypeInput | undefined {
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
