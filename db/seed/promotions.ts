import type { PromoCodeDraft } from "#contract/promo-codes.ts";
import type { PromoterDraft } from "#contract/promoters.ts";
import type { App } from "#server/app.ts";
import { createPromoCode, createPromoter, setPromoCodeState } from "#server/modules/promotions/index.ts";
import type { Purchase } from "./purchases.ts";
import { createDice } from "./seeded-random.ts";
import { findAdmin } from "./staff.ts";
import type { StagedNight } from "./stage.ts";
import type { TimeMachine } from "./time-machine.ts";

const day = 24 * 60 * 60 * 1000;
/** Purchases of one wave happen at the time of its last one. */
const wave = 2 * day;

/** A code or link that some purchases of the demo use. */
interface Used {
  word: string;
  /** Its night; undefined for all. */
  night: StagedNight | undefined;
  /** Share of the purchases it could be used for. */
  share: number;
  /** Purchases that may use it. */
  most: number;
  until: Date | undefined;
}

/** Makes codes and links in every state in which one can stand, and lets some of the purchases come by them. */
export async function sprinklePromotions(
  machine: TimeMachine,
  app: App,
  nights: StagedNight[],
  purchases: Purchase[],
  now: Date,
): Promise<void> {
  const staff = await findAdmin(machine);
  if (staff === undefined) return;
  const ahead = nights.filter(({ times }) => times.startsAt > now);
  const busiest = ahead.toSorted((a, b) => soldOf(b) - soldOf(a));
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const codes: Used[] = [];
  const links: Used[] = [];
  const code = async (draft: Omit<PromoCodeDraft, "note" | "currency"> & { note?: string }) =>
    (await createPromoCode(app.deps, staff, { note: "", currency: "USD", ...draft })).id;

  await code({ code: "SOCA10", discount: { kind: "percent", percent: 10 }, note: "Newsletter, every month" });
  codes.push({ word: "SOCA10", night: undefined, share: 0.2, most: Infinity, until: undefined });
  const early = ago(9);
  await code({ code: "EARLYTING", discount: { kind: "percent", percent: 20 }, endsAt: early.toISOString() });
  codes.push({ word: "earlyting", night: undefined, share: 0.15, most: 40, until: early });
  if (busiest[0] !== undefined) {
    const [night] = busiest;
    const draft = { eventId: night.id, totalLimit: 60, personLimit: 2, note: "Street team cards" };
    await code({ ...draft, code: "MASBAND5", discount: { kind: "per_unit", amountCents: 500 } });
    codes.push({ word: "MASBAND5", night, share: 0.7, most: 22, until: undefined });
  }
  if (busiest[1] !== undefined) {
    const [, night] = busiest;
    const draft = { eventId: night.id, totalLimit: 6, note: "First six by radio" };
    await code({ ...draft, code: "RADIO15", discount: { kind: "per_order", amountCents: 1500 } });
    codes.push({ word: "Radio15", night, share: 0.6, most: 6, until: undefined });
  }
  const soon = new Date(now.getTime() + 8 * day).toISOString();
  await code({ code: "LASTLAP", discount: { kind: "percent", percent: 15 }, startsAt: soon, minimumCents: 5000 });
  const paused = await code({ code: "COMPANY25", discount: { kind: "percent", percent: 25 }, unitLimit: 4 });
  await setPromoCodeState(app.deps, staff, paused, "paused");

  const promoter = (draft: PromoterDraft) => createPromoter(app.deps, staff, draft);
  const tenth = { kind: "percent", percent: 10 } as const;
  await promoter({ name: "Kezia Rampersad", kind: "person", linkCode: "kezia", commission: tenth });
  links.push({ word: "kezia", night: undefined, share: 0.16, most: Infinity, until: undefined });
  await promoter({ name: "Dexter St. Bernard", kind: "person", linkCode: "dexter", commission: { kind: "none" } });
  links.push({ word: "dexter", night: undefined, share: 0.08, most: Infinity, until: undefined });
  if (busiest[0] !== undefined) {
    const [night] = busiest;
    const commission = { kind: "per_ticket", amountCents: 400 } as const;
    const committee = { name: "Bamboo Road Committee", kind: "committee", linkCode: "bamboo", allocation: 60 } as const;
    await promoter({ ...committee, eventId: night.id, commission });
    links.push({ word: "bamboo", night, share: 0.8, most: 20, until: undefined });
  }
  spreadWords(purchases, codes, links);
}

function spreadWords(purchases: Purchase[], codes: Used[], links: Used[]): void {
  const dice = createDice(77);
  const pick = (offers: Used[], purchase: Purchase) => {
    const typeId = purchase.draft.lines[0]!.ticketTypeId;
    const fitting = offers.filter(
      ({ night, until, most }) =>
        most > 0 &&
        (until === undefined || purchase.at.getTime() + wave < until.getTime()) &&
        (night === undefined || night.types.some(({ id }) => id === typeId)),
    );
    const offer = fitting.length === 0 ? undefined : dice.pick(fitting);
    if (offer === undefined || !dice.chance(offer.share)) return undefined;
    offer.most--;
    return offer.word;
  };
  for (const purchase of purchases) {
    // With nothing to take off, a buyer with a code would be refused.
    if (!purchase.isFixed) continue;
    const promoCode = purchase.ending === "abandoned" ? undefined : pick(codes, purchase);
    const via = pick(links, purchase);
    purchase.draft = { ...purchase.draft, ...(promoCode ? { promoCode } : {}), ...(via ? { via } : {}) };
  }
}

const soldOf = ({ types }: StagedNight) =>
  types.reduce((sum, { type }) => sum + (type.pricing === "fixed" ? type.sold : 0), 0);
