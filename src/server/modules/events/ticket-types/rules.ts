import { repriced, type FeeRule } from "#contract/fees.ts";
import type { DeskTicketType, TicketTypeInput } from "#contract/ticket-types.ts";
import type { TicketTypeDraft } from "../editing/drafts.ts";

/** What is wrong with a ticket type, and in which field. */
export interface Fault {
  message: string;
  path: keyof TicketTypeInput;
}

/** What a ticket type may refer to: the other types of its night, with what each waits for, and the night's pools. */
export interface Surroundings {
  /** The type itself, where it is there already. */
  id?: number;
  types: { id: number; opensAfterId: number | null }[];
  pools: { id: number }[];
  fees: FeeRule;
}

/** Everything that is wrong with a ticket type as its editor sent it. */
export function findFaults(input: TicketTypeInput, around: Surroundings): Fault[] {
  const faults: (Fault | false)[] = [
    input.pricing === "fixed" &&
      input.priceCents === undefined && { message: "A price is needed, or choose free", path: "priceCents" },
    input.pricing !== "fixed" &&
      input.priceCents !== undefined && { message: "Only a fixed price has an amount", path: "priceCents" },
    input.pricing !== "fixed" &&
      (input.feeCents ?? 0) > 0 && { message: "Only a fixed price has fees in it", path: "feeCents" },
    input.priceCents !== undefined &&
      (input.feeCents ?? 0) > input.priceCents && { message: "The fee is part of the price", path: "feeCents" },
    input.priceCents !== undefined &&
      input.priceCents === input.feeCents &&
      around.fees.kind !== "by_type" && { message: "The price is nothing but fee", path: "feeCents" },
    (input.pricing === "open") !== (input.minimumCents !== undefined) && {
      message: "The least amount belongs to what buyers price themselves",
      path: "minimumCents",
    },
    input.maxPerOrder < input.minPerOrder && { message: "Less than the least of one order", path: "maxPerOrder" },
    (input.maxPerPerson ?? input.minPerOrder) < input.minPerOrder && {
      message: "Less than the least of one order",
      path: "maxPerPerson",
    },
    input.salesStartAt !== undefined &&
      input.salesEndAt !== undefined &&
      Date.parse(input.salesStartAt) >= Date.parse(input.salesEndAt) && {
        message: "Sales end before they start",
        path: "salesEndAt",
      },
    !canFollow(input.opensAfterId, around) && {
      message: "This release would wait for itself, or for one of another night",
      path: "opensAfterId",
    },
    !(input.poolIds ?? []).every((id) => around.pools.some((pool) => pool.id === id)) && {
      message: "The night has no such pool",
      path: "poolIds",
    },
  ];
  return faults.filter((fault) => fault !== false);
}

/** True when a release may wait for another: one of the same night that does not wait for it in turn. */
function canFollow(afterId: number | undefined, { id, types }: Surroundings): boolean {
  let next: number | null = afterId ?? null;
  for (let steps = 0; next !== null; steps++) {
    const before = types.find((type) => type.id === next);
    if (before === undefined || before.id === id || steps > types.length) return false;
    next = before.opensAfterId;
  }
  return true;
}

/** The type as it is kept, with the fees that its night's rule puts to its price: what is left out is not set. */
export function toDraft(
  input: TicketTypeInput,
  { id: eventId, fees }: { id: number; fees: FeeRule },
  position: number,
): TicketTypeDraft {
  const instant = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return {
    eventId,
    position,
    name: input.name,
    description: input.description ?? "",
    pricing: input.pricing,
    ...(input.priceCents === undefined
      ? { priceCents: 0, feeCents: input.feeCents ?? 0 }
      : repriced({ priceCents: input.priceCents, feeCents: input.feeCents ?? 0 }, input.ticketsPerUnit, fees)),
    minimumCents: input.minimumCents ?? null,
    ticketsPerUnit: input.ticketsPerUnit,
    minPerOrder: input.minPerOrder,
    maxPerOrder: input.maxPerOrder,
    maxPerPerson: input.maxPerPerson ?? null,
    salesStartAt: instant(input.salesStartAt),
    salesEndAt: instant(input.salesEndAt),
    opensAfterId: input.opensAfterId ?? null,
    accessCode: input.accessCode ?? null,
    isHidden: input.isHidden ?? false,
    doorColor: input.doorColor ?? null,
    poolIds: input.poolIds ?? [],
    capacity: input.capacity,
  };
}

/** What the log tells of a ticket type: what staff set, not how it happens to stand. */
export function toldFields(type: DeskTicketType): Record<string, unknown> {
  const untold = ["id", "version", "available", "status", "hasOrders", "openedAt", "standing"];
  const fields = Object.entries(type).filter(([name]) => !untold.includes(name));
  return { ...Object.fromEntries(fields), capacity: type.standing.capacity };
}

/** The fields of two states that differ, for the log of what staff do: as they were and as they are. */
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
