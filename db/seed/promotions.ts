import type { PromoCodeDraft } from "#contract/promotions/promo-codes.ts";
import type { PromoterDraft } from "#contract/promotions/promoters.ts";
import type { App } from "#server/app.ts";
import { promoCodes, promoters } from "#server/modules/promotions/index.ts";
import { promoterTime } from "./calendar.ts";
import type { Purchase } from "./purchases.ts";
import { createDice } from "./seeded-random.ts";
import { findAdmin } from "./staff.ts";
import type { StagedEvent } from "./stage.ts";
import type { TimeMachine } from "./time-machine.ts";

const day = 24 * 60 * 60 * 1000;
/** Purchases of one wave happen at the time of its last one. */
const wave = 2 * day;

/** A code or link that some of the demo's purchases use. */
interface Used {
  codeText: string;
  /** Its event; undefined for all. */
  event: StagedEvent | undefined;
  /** Share of the eligible purchases that use it. */
  share: number;
  /** The most purchases that may use it. */
  most: number;
  until: Date | undefined;
}

/** Creates codes and links in every status, and lets some purchases use them. */
export async function sprinklePromotions(
  machine: TimeMachine,
  app: App,
  events: StagedEvent[],
  purchases: Purchase[],
  now: Date,
): Promise<void> {
  const staff = await findAdmin(machine);
  if (staff === undefined) return;
  const [busiest, second] = busiestOf(events, now);
  const code = async (draft: Omit<PromoCodeDraft, "note" | "currency"> & { note?: string }) =>
    (await promoCodes.create(app.deps, staff, { note: "", currency: "USD", ...draft })).id;

  await code({ code: "SOCA10", discount: { kind: "percent", percent: 10 }, note: "Monthly newsletter" });
  const endsAt = earlyUntil(now).toISOString();
  await code({ code: "EARLYTING", discount: { kind: "percent", percent: 20 }, endsAt });
  const cards = { eventId: busiest.id, totalLimit: 60, personLimit: 2, note: "Street team cards" };
  await code({ ...cards, code: "MASBAND5", discount: { kind: "per_unit", amountCents: 500 } });
  const radio = { eventId: second.id, totalLimit: 6, note: "First six radio listeners" };
  await code({ ...radio, code: "RADIO15", discount: { kind: "per_order", amountCents: 1500 } });
  const soon = promoterTime(now, 8, "10:00").toISOString();
  await code({ code: "LASTLAP", discount: { kind: "percent", percent: 15 }, startsAt: soon, minimumCents: 5000 });
  const paused = await code({ code: "COMPANY25", discount: { kind: "percent", percent: 25 }, unitLimit: 4 });
  await promoCodes.setStatus(app.deps, staff, paused, "paused");

  const promoter = (draft: PromoterDraft) => promoters.create(app.deps, staff, draft);
  const tenth = { kind: "percent", percent: 10 } as const;
  await promoter({ name: "Kezia Rampersad", kind: "person", linkCode: "kezia", commission: tenth });
  await promoter({ name: "Dexter St. Bernard", kind: "person", linkCode: "dexter", commission: { kind: "none" } });
  const commission = { kind: "per_ticket", amountCents: 400 } as const;
  const committee = { name: "Bamboo Road Committee", kind: "committee", linkCode: "bamboo", allocation: 60 } as const;
  await promoter({ ...committee, eventId: busiest.id, commission });
  spreadCodes(purchases, events, now);
}

/** The two upcoming events with most sales. */
function busiestOf(events: StagedEvent[], now: Date): [StagedEvent, StagedEvent] {
  const ahead = events.filter(({ times }) => times.startsAt > now);
  const [first, second] = ahead.toSorted((one, other) => soldOf(other) - soldOf(one));
  return [first!, second!];
}

const earlyUntil = (now: Date) => promoterTime(now, -9, "23:59");

/** Lets some of the purchases use the codes and links, as often as their limits allow. */
export function spreadCodes(purchases: Purchase[], events: StagedEvent[], now: Date): void {
  const [busiest, second] = busiestOf(events, now);
  const common = { event: undefined, most: Infinity, until: undefined };
  const codes: Used[] = [
    { ...common, codeText: "SOCA10", share: 0.2 },
    { ...common, codeText: "earlyting", share: 0.15, most: 40, until: earlyUntil(now) },
    { ...common, codeText: "MASBAND5", event: busiest, share: 0.7, most: 22 },
    { ...common, codeText: "Radio15", event: second, share: 0.6, most: 6 },
  ];
  const links: Used[] = [
    { ...common, codeText: "kezia", share: 0.16 },
    { ...common, codeText: "dexter", share: 0.08 },
    { ...common, codeText: "bamboo", event: busiest, share: 0.8, most: 20 },
  ];
  const dice = createDice(77);
  const pick = (offers: Used[], purchase: Purchase) => {
    const typeId = purchase.draft.lines[0]!.ticketTypeId;
    const fitting = offers.filter(
      ({ event, until, most }) =>
        most > 0 &&
        (until === undefined || purchase.at.getTime() + wave < until.getTime()) &&
        (event === undefined || event.types.some(({ id }) => id === typeId)),
    );
    const offer = fitting.length === 0 ? undefined : dice.pick(fitting);
    if (offer === undefined || !dice.chance(offer.share)) return undefined;
    offer.most--;
    return offer.codeText;
  };
  for (const purchase of purchases) {
    // A code without anything to discount would be rejected.
    if (!purchase.isFixed) continue;
    const promoCode = purchase.ending === "abandoned" ? undefined : pick(codes, purchase);
    const via = pick(links, purchase);
    purchase.draft = { ...purchase.draft, ...(promoCode ? { promoCode } : {}), ...(via ? { via } : {}) };
  }
}

const soldOf = ({ types }: StagedEvent) =>
  types.reduce((sum, { type }) => sum + (type.pricing === "fixed" ? type.sold : 0), 0);
