import type { OrderDraft } from "#contract/orders/orders.ts";
import { createPeople, type DemoPerson } from "./people.ts";
import { createDice, type Dice } from "./seeded-random.ts";
import type { StagedEvent, StagedType } from "./stage.ts";

/** One purchase of the demo's past. */
export interface Purchase {
  at: Date;
  /** When its ticket type goes off sale. */
  until: Date;
  person: DemoPerson;
  draft: OrderDraft;
  /** The name that its browser sends. */
  agent?: string;
  /** Its price is fixed and above zero, so codes and links can apply. */
  isFixed: boolean;
  /** Its outcome: most are paid, some are declined first, some are abandoned. */
  ending: "paid" | "declined_then_paid" | "abandoned";
}

/**
 * Plans who buys what and when, so that each type ends with the number sold that its event specifies; oldest first. Who
 * and what are the same for every `now`. A person buys once for an event, so that no limit per person is ever reached.
 */
export function planPurchases(events: StagedEvent[], now: Date): Purchase[] {
  const dice = createDice(1838);
  const people = createPeople(dice, 320);
  const purchases: Purchase[] = [];
  for (const { types } of events) {
    const buyers = dice.shuffle(people);
    for (const staged of types) {
      for (let left = staged.type.sold; left > 0;) {
        // A post, a radio mention, a group chat: people buy in bursts.
        const at = whenBought(staged, now, dice);
        for (let burst = dice.whole(4, 9); burst > 0 && left > 0; burst--) {
          const quantity = Math.min(left, drawQuantity(dice, staged.type.maxPerOrder ?? 8));
          left -= quantity;
          purchases.push(plan(staged, quantity, at, buyers.pop()!, dice));
        }
      }
    }
    const open = types.find(({ type }) => type.sold > 0 && type.sold < type.capacity * 0.8 && type.pricing === "fixed");
    if (open)
      purchases.push({ ...plan(open, 2, whenBought(open, now, dice), buyers.pop()!, dice), ending: "abandoned" });
  }
  return purchases.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Nearly half of the buyers opt in to news by email. */
const wantsNews = ({ name }: DemoPerson): boolean =>
  [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 9 < 4;

/** Couples are most likely, then groups, then single tickets. */
function drawQuantity(dice: Dice, max: number): number {
  return Math.min(max, dice.pick([1, 2, 2, 2, 2, 3, 4, 4, 5, 6]));
}

function plan({ id, type, until }: StagedType, quantity: number, at: Date, person: DemoPerson, dice: Dice): Purchase {
  const amountCents =
    type.pricing === "open" ? (type.minimumCents ?? 0) + dice.pick([0, 0, 300, 500, 500, 1000, 1500, 2500]) : undefined;
  return {
    at,
    until,
    person,
    draft: {
      lines: [{ ticketTypeId: id, quantity, ...(amountCents === undefined ? {} : { amountCents }) }],
      buyer: person,
      ...(wantsNews(person) ? { emailOptIn: true } : {}),
      ...(type.accessCode === undefined ? {} : { accessCode: type.accessCode }),
    },
    isFixed: type.pricing === "fixed",
    ending: type.pricing === "fixed" && dice.chance(0.03) ? "declined_then_paid" : "paid",
  };
}

const hour = 60 * 60 * 1000;

/** Types that sell out sell early; the others sell after the announcement and again shortly before the event. */
function whenBought({ type, from, until }: StagedType, now: Date, dice: Dice): Date {
  const last = Math.min(now.getTime(), until.getTime()) - hour;
  const span = last - from.getTime();
  const early = dice.share() ** 2;
  const share = type.sold === type.capacity || dice.chance(0.4) ? early : 1 - early;
  const at = new Date(from.getTime() + span * share);
  // People buy when they're awake in New York: between 9:00 AM and midnight.
  at.setUTCHours((14 + dice.whole(0, 14)) % 24, dice.whole(0, 59), dice.whole(0, 59));
  return at.getTime() > last || at < from ? new Date(from.getTime() + span * share) : at;
}
