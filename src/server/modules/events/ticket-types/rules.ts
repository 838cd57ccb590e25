import { repriced, type FeeRule } from "#contract/fees.ts";
import type { AdminTicketType, TicketTypeInput } from "#contract/ticket-types.ts";
import type { TicketTypeDraft } from "./store.ts";

/** What is wrong with a ticket type, and in which field. */
export interface FieldError {
  message: string;
  path: keyof TicketTypeInput;
}

/** What a ticket type can refer to: the other types of its event, with what each waits for, and the event's pools. */
export interface Surroundings {
  /** The type itself, if it already exists. */
  id?: number;
  types: { id: number; opensAfterId: number | null }[];
  pools: { id: number }[];
  fees: FeeRule;
}

/** Everything that is wrong with a ticket type as its editor sent it. */
export function findFieldErrors(input: TicketTypeInput, around: Surroundings): FieldError[] {
  const fieldErrors: (FieldError | false)[] = [
    input.pricing === "fixed" &&
      input.priceCents === undefined && { message: "Enter a price, or choose Free", path: "priceCents" },
    input.pricing !== "fixed" &&
      input.priceCents !== undefined && { message: "Only a fixed price takes an amount", path: "priceCents" },
    input.pricing !== "fixed" &&
      (input.feeCents ?? 0) > 0 && { message: "Only a fixed price can include fees", path: "feeCents" },
    input.priceCents !== undefined &&
      (input.feeCents ?? 0) > input.priceCents && { message: "The fee can't exceed the price", path: "feeCents" },
    input.priceCents !== undefined &&
      input.priceCents === input.feeCents &&
      around.fees.kind !== "by_type" && { message: "The price must be higher than the fee", path: "feeCents" },
    (input.pricing === "open") !== (input.minimumCents !== undefined) && {
      message: "Pay what you want needs a minimum, and no other price takes one",
      path: "minimumCents",
    },
    input.maxPerOrder < input.minPerOrder && { message: "Can't be below the order minimum", path: "maxPerOrder" },
    (input.maxPerPerson ?? input.minPerOrder) < input.minPerOrder && {
      message: "Can't be below the order minimum",
      path: "maxPerPerson",
    },
    input.salesStartAt !== undefined &&
      input.salesEndAt !== undefined &&
      Date.parse(input.salesStartAt) >= Date.parse(input.salesEndAt) && {
        message: "Sales must end after they start",
        path: "salesEndAt",
      },
    !canFollow(input.opensAfterId, around) && {
      message: "Choose a price tier of this event that doesn't wait for this one",
      path: "opensAfterId",
    },
    !(input.poolIds ?? []).every((id) => around.pools.some((pool) => pool.id === id)) && {
      message: "This event doesn't have that shared capacity",
      path: "poolIds",
    },
  ];
  return fieldErrors.filter((fieldError) => fieldError !== false);
}

/** True when a price tier can wait for another: one of the same event that doesn't wait for it in turn. */
function canFollow(afterId: number | undefined, { id, types }: Surroundings): boolean {
  let next: number | null = afterId ?? null;
  for (let steps = 0; next !== null; steps++) {
    const before = types.find((type) => type.id === next);
    if (before === undefined || before.id === id || steps > types.length) return false;
    next = before.opensAfterId;
  }
  return true;
}

/** The type as stored, with the fees that its event's rule adds to its price: omitted fields aren't set. */
export function toDraft(
  input: TicketTypeInput,
  { id: eventId, fees }: { id: number; fees: FeeRule },
  position: number,
): TicketTypeDraft {
  const { priceCents, feeCents = 0, ticketsPerUnit } = input;
  const instant = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return {
    ...input,
    eventId,
    position,
    description: input.description ?? "",
    ...(priceCents === undefined
      ? { priceCents: 0, feeCents }
      : repriced({ priceCents, feeCents }, ticketsPerUnit, fees)),
    salesStartAt: instant(input.salesStartAt),
    salesEndAt: instant(input.salesEndAt),
  };
}

/** What the activity log records of a ticket type: what staff set, not its current sales. */
export function auditFields(type: AdminTicketType): Record<string, unknown> {
  const skipped = ["id", "version", "available", "status", "hasOrders", "openedAt", "stock"];
  const fields = Object.entries(type).filter(([name]) => !skipped.includes(name));
  return { ...Object.fromEntries(fields), capacity: type.stock.capacity };
}

/** The fields that differ between two states, for the activity log: before and after. */
export function differences<Fields extends object>(
  was: Fields,
  is: Fields,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(is)) {
    const old = (was as Record<string, unknown>)[name];
    if (JSON.stringify(old) === JSON.stringify(value)) continue;
    before[name] = old;
    after[name] = value;
  }
  return { before, after };
}
