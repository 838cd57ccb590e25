import { centsOf, wholeOf } from "#web/lib/amounts.ts";
import type { FeeRule } from "#contract/fees.ts";
import type { AdminTicketType, TicketTypeInput } from "#contract/ticket-types.ts";

/** The form of a ticket type: text as typed, and instants. */
export interface TypeForm {
  name: string;
  description: string;
  pricing: TicketTypeInput["pricing"];
  price: string;
  fee: string;
  minimum: string;
  capacity: string;
  ticketsPerUnit: string;
  minPerOrder: string;
  maxPerOrder: string;
  maxPerPerson: string;
  opens: "at_once" | "at_time" | "after";
  salesStartAt: string | null;
  opensAfterId: string;
  salesEndAt: string | null;
  accessCode: string;
  doorColor: string;
  poolIds: number[];
  isHidden: boolean;
}

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
};

export const emptyForm: TypeForm = {
  name: "",
  description: "",
  pricing: "fixed",
  price: "",
  fee: "",
  minimum: "",
  capacity: "100",
  ticketsPerUnit: "1",
  minPerOrder: "1",
  maxPerOrder: "8",
  maxPerPerson: "",
  opens: "at_once",
  salesStartAt: null,
  opensAfterId: "",
  salesEndAt: null,
  accessCode: "",
  doorColor: "",
  poolIds: [],
  isHidden: false,
};

const money = (cents: number) => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2));

/** The form of an existing ticket type. Its price is without fees where the event has a fee rule. */
export function formOf(type: AdminTicketType, fees: FeeRule): TypeForm {
  const ownFeeCents = fees.kind === "by_type" ? type.feeCents : 0;
  const setCents = fees.kind === "by_type" ? type.priceCents : type.priceCents - type.feeCents;
  return {
    name: type.name,
    description: type.description,
    pricing: type.pricing,
    price: type.pricing === "fixed" ? money(setCents) : "",
    fee: ownFeeCents > 0 ? money(ownFeeCents) : "",
    minimum: type.minimumCents === null ? "" : money(type.minimumCents),
    capacity: String(type.stock.capacity),
    ticketsPerUnit: String(type.ticketsPerUnit),
    minPerOrder: String(type.minPerOrder),
    maxPerOrder: String(type.maxPerOrder),
    maxPerPerson: type.maxPerPerson === null ? "" : String(type.maxPerPerson),
    opens: type.opensAfterId !== null ? "after" : type.salesStartAt !== null ? "at_time" : "at_once",
    salesStartAt: type.salesStartAt,
    opensAfterId: type.opensAfterId === null ? "" : String(type.opensAfterId),
    salesEndAt: type.salesEndAt,
    accessCode: type.accessCode ?? "",
    doorColor: type.doorColor ?? "",
    poolIds: type.poolIds,
    isHidden: type.isHidden,
  };
}

/** The form's values in the server's shape. What isn't a number, a price or a time doesn't pass its schema. */
export function inputOf(form: TypeForm) {
  const isFixed = form.pricing === "fixed";
  return {
    name: form.name,
    description: form.description.trim() || undefined,
    pricing: form.pricing,
    priceCents: isFixed ? (centsOf(form.price) ?? Number.NaN) : undefined,
    feeCents: isFixed ? centsOf(form.fee) : undefined,
    minimumCents: form.pricing === "open" ? (centsOf(form.minimum) ?? 0) : undefined,
    capacity: wholeOf(form.capacity),
    ticketsPerUnit: wholeOf(form.ticketsPerUnit),
    minPerOrder: wholeOf(form.minPerOrder),
    maxPerOrder: wholeOf(form.maxPerOrder),
    maxPerPerson: wholeOf(form.maxPerPerson),
    salesStartAt: form.opens === "at_time" ? form.salesStartAt : undefined,
    opensAfterId: form.opens === "after" ? Number(form.opensAfterId) : undefined,
    salesEndAt: form.salesEndAt ?? undefined,
    accessCode: form.accessCode.trim() || undefined,
    doorColor: form.doorColor || undefined,
    poolIds: form.poolIds.length > 0 ? form.poolIds : undefined,
    isHidden: form.isHidden || undefined,
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
