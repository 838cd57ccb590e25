import type { FeeRule } from "#contract/events/fees.ts";
import type { AdminTicketType, TicketTypeInput } from "#contract/events/ticket-types.ts";
import { writeAmount, centsOf, wholeOf } from "#web/lib/amounts.ts";

export const emptyForm = {
  name: "",
  description: "",
  pricing: "fixed" as TicketTypeInput["pricing"],
  price: "",
  fee: "",
  minimum: "",
  capacity: "100",
  ticketsPerUnit: "1",
  minPerOrder: "1",
  maxPerOrder: "8",
  maxPerPerson: "",
  opens: "at_once" as "at_once" | "at_time" | "after",
  salesStartAt: null as string | null,
  opensAfterId: "",
  salesEndAt: null as string | null,
  accessCode: "",
  doorColor: "",
  poolIds: [] as number[],
  isHidden: false,
  isStreamPass: false,
};

/** The form of a ticket type: text as typed, and instants. */
export type TypeForm = typeof emptyForm;

/** The fields' names, for messages outside the form. */
export const fieldLabels: Record<keyof TypeForm, string> = {
  name: "Name",
  description: "Description",
  pricing: "Pricing",
  price: "Price",
  fee: "Fee",
  minimum: "Minimum",
  capacity: "Total quantity",
  ticketsPerUnit: "Admits",
  minPerOrder: "Minimum order",
  maxPerOrder: "Maximum order",
  maxPerPerson: "Per person",
  opens: "Sales open",
  salesStartAt: "Opens",
  opensAfterId: "Opens after",
  salesEndAt: "Closes",
  accessCode: "Access code",
  doorColor: "Color at check-in",
  poolIds: "Shared capacity",
  isHidden: "Hidden",
  isStreamPass: "Live stream pass",
};

/** The form of an existing ticket type. Its price is without fees where the event has a fee rule. */
export function formOf(type: AdminTicketType, fees: FeeRule): TypeForm {
  const ownFeeCents = fees.kind === "by_type" ? type.feeCents : 0;
  const setCents = fees.kind === "by_type" ? type.priceCents : type.priceCents - type.feeCents;
  const values = {
    ...type,
    price: type.pricing === "fixed" ? writeAmount(setCents) : "",
    fee: ownFeeCents > 0 ? writeAmount(ownFeeCents) : "",
    minimum: writeAmount(type.minimumCents),
    capacity: type.stock.capacity,
    opens: type.opensAfterId !== null ? "after" : type.salesStartAt !== null ? "at_time" : "at_once",
  };
  const names = Object.keys(emptyForm) as (keyof TypeForm)[];
  // Fields that hold text show numbers as text, and nothing for null.
  const shown = (name: keyof TypeForm) =>
    typeof emptyForm[name] === "string" ? String((values[name] as string | number | null) ?? "") : values[name];
  return Object.fromEntries(names.map((name) => [name, shown(name)])) as TypeForm;
}

/** The form's values in the server's shape. What isn't a number, a price or a time doesn't pass its schema. */
export function inputOf({ price, fee, minimum, opens, ...form }: TypeForm) {
  const isFixed = form.pricing === "fixed";
  return {
    ...form,
    description: form.description.trim() || undefined,
    priceCents: isFixed ? (centsOf(price) ?? Number.NaN) : undefined,
    feeCents: isFixed ? centsOf(fee) : undefined,
    minimumCents: form.pricing === "open" ? (centsOf(minimum) ?? 0) : undefined,
    capacity: wholeOf(form.capacity),
    ticketsPerUnit: wholeOf(form.ticketsPerUnit),
    minPerOrder: wholeOf(form.minPerOrder),
    maxPerOrder: wholeOf(form.maxPerOrder),
    maxPerPerson: wholeOf(form.maxPerPerson),
    salesStartAt: opens === "at_time" ? form.salesStartAt : undefined,
    opensAfterId: opens === "after" ? Number(form.opensAfterId) : undefined,
    salesEndAt: form.salesEndAt ?? undefined,
    accessCode: form.accessCode.trim() || undefined,
    doorColor: form.doorColor || undefined,
    poolIds: form.poolIds.length > 0 ? form.poolIds : undefined,
    isHidden: form.isHidden || undefined,
    isStreamPass: form.isStreamPass || undefined,
  };
}

/** The fields that have another name in the API. */
export const typePaths = { priceCents: "price", feeCents: "fee", minimumCents: "minimum" } as const;

const amountMessage = "Enter an amount, like 45.00";
const unitsMessage = "Enter a number from 1 to 1,000";
export const typeMessages = {
  name: "Enter a name buyers will understand",
  priceCents: (price: unknown) => (centsOf(String(price)) === 0 ? "Enter more than 0, or choose Free" : amountMessage),
  feeCents: amountMessage,
  minimumCents: amountMessage,
  capacity: "Enter a number from 0 to 1,000,000",
  ticketsPerUnit: "Enter a number from 1 to 50",
  minPerOrder: unitsMessage,
  maxPerOrder: unitsMessage,
  maxPerPerson: unitsMessage,
  salesStartAt: "Choose a date and time",
  opensAfterId: "Choose the tier before it",
};
