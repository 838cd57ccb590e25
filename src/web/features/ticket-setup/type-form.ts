import { readAmount } from "#web/lib/amounts.ts";
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
  salesStartAt: string;
  opensAfterId: string;
  salesEndAt: string;
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
  salesStartAt: "",
  opensAfterId: "",
  salesEndAt: "",
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
    salesStartAt: type.salesStartAt ?? "",
    opensAfterId: type.opensAfterId === null ? "" : String(type.opensAfterId),
    salesEndAt: type.salesEndAt ?? "",
    accessCode: type.accessCode ?? "",
    doorColor: type.doorColor ?? "",
    poolIds: type.poolIds,
    isHidden: type.isHidden,
  };
}

export type FieldErrors = Partial<Record<keyof TicketTypeInput, string>>;

const readWhole = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : undefined);

/** Turns the form into the server's input, with an error for each invalid number, price or time. */
export function readForm(form: TypeForm): { input: TicketTypeInput; fieldErrors: FieldErrors } {
  const fieldErrors: FieldErrors = {};
  const need = <Value>(
    path: keyof TicketTypeInput,
    value: Value | undefined,
    message: string,
    instead: Value,
  ): Value => {
    if (value === undefined) fieldErrors[path] = message;
    return value ?? instead;
  };
  const whole = (path: keyof TicketTypeInput, text: string, least = 1) => {
    const value = readWhole(text);
    return need(path, value !== undefined && value >= least ? value : undefined, `Enter ${least} or more`, least);
  };
  const cents = (path: keyof TicketTypeInput, text: string) =>
    need(path, readAmount(text), "Enter an amount, like 45.00", 1);
  const time = (path: keyof TicketTypeInput, instant: string) =>
    need(path, instant || undefined, "Choose a date and time", new Date(0).toISOString());
  const isFixed = form.pricing === "fixed";
  const input: TicketTypeInput = {
    name: need("name", form.name.trim() || undefined, "Enter a name buyers will understand", ""),
    ...(form.description.trim() ? { description: form.description.trim() } : {}),
    pricing: form.pricing,
    ...(isFixed ? { priceCents: cents("priceCents", form.price) } : {}),
    ...(isFixed && form.fee.trim() ? { feeCents: cents("feeCents", form.fee) } : {}),
    ...(form.pricing === "open" ? { minimumCents: cents("minimumCents", form.minimum || "0") } : {}),
    capacity: whole("capacity", form.capacity, 0),
    ticketsPerUnit: whole("ticketsPerUnit", form.ticketsPerUnit),
    minPerOrder: whole("minPerOrder", form.minPerOrder),
    maxPerOrder: whole("maxPerOrder", form.maxPerOrder),
    ...(form.maxPerPerson.trim() ? { maxPerPerson: whole("maxPerPerson", form.maxPerPerson) } : {}),
    ...(form.opens === "at_time" ? { salesStartAt: time("salesStartAt", form.salesStartAt) } : {}),
    ...(form.opens === "after"
      ? { opensAfterId: need("opensAfterId", readWhole(form.opensAfterId), "Choose the tier before it", 1) }
      : {}),
    ...(form.salesEndAt ? { salesEndAt: time("salesEndAt", form.salesEndAt) } : {}),
    ...(form.accessCode.trim() ? { accessCode: form.accessCode.trim() } : {}),
    ...(form.doorColor ? { doorColor: form.doorColor } : {}),
    ...(form.poolIds.length > 0 ? { poolIds: form.poolIds } : {}),
    ...(form.isHidden ? { isHidden: true } : {}),
  };
  if (input.pricing === "fixed" && input.priceCents === 0) fieldErrors.priceCents = "Enter more than 0, or choose Free";
  return { input, fieldErrors };
}
