import { repriced, type FeeRule } from "#contract/events/fees.ts";
import type { AdminTicketType, TicketTypeInput } from "#contract/events/ticket-types.ts";
import type { TicketTypeDraft } from "./store.ts";

/** What is wrong with a ticket type, and in which field. */
interface FieldError {
  message: string;
  path: keyof TicketTypeInput;
}

/** What a ticket type can refer to: the other types of its event, with what each waits for, and the event's pools. */
interface Surroundings {
  /** The type itself, if it already exists. */
  id?: number;
  types: { id: number; opensAfterId: number | null }[];
  pools: { id: number }[];
  fees: FeeRule;
}

/** Everything that is wrong with a ticket type as its editor sent it. */
export function findFieldErrors(input: TicketTypeInput, around: Surroundings): FieldError[] {
  const { pricing, priceCents, feeCents = 0, minPerOrder, maxPerOrder, salesStartAt, salesEndAt } = input;
  const isFixed = pricing === "fixed";
  const checks: [isWrong: boolean, path: FieldError["path"], message: string][] = [
    [isFixed && priceCents === undefined, "priceCents", "Enter a price, or choose Free"],
    [!isFixed && priceCents !== undefined, "priceCents", "Only a fixed price takes an amount"],
    [!isFixed && feeCents > 0, "feeCents", "Only a fixed price can include fees"],
    [priceCents !== undefined && feeCents > priceCents, "feeCents", "The fee can't exceed the price"],
    [priceCents === feeCents && around.fees.kind !== "by_type", "feeCents", "The price must be higher than the fee"],
    [
      (pricing === "open") !== (input.minimumCents !== undefined),
      "minimumCents",
      "Pay what you want needs a minimum, and no other price takes one",
    ],
    [maxPerOrder < minPerOrder, "maxPerOrder", "Can't be below the order minimum"],
    [(input.maxPerPerson ?? minPerOrder) < minPerOrder, "maxPerPerson", "Can't be below the order minimum"],
    [
      salesStartAt !== undefined && salesEndAt !== undefined && Date.parse(salesStartAt) >= Date.parse(salesEndAt),
      "salesEndAt",
      "Sales must end after they start",
    ],
    [
      !canFollow(input.opensAfterId, around),
      "opensAfterId",
      "Choose a price tier of this event that doesn't wait for this one",
    ],
    [
      !(input.poolIds ?? []).every((id) => around.pools.some((pool) => pool.id === id)),
      "poolIds",
      "This event doesn't have that shared capacity",
    ],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, path, message]) => ({ path, message }));
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
