import { sql } from "kysely";
import { buyerCode } from "#server/modules/orders/buyer-email/own-secrets.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { draft, type Client, type Site } from "#testing/site.ts";
import { proofOf } from "#testing/solve-proof.ts";

/** A site as it is under attack: its limits are on, it trusts its proxy's addresses, and it can email codes. */
export const underAttack = { RATE_LIMITS: "on", TRUST_PROXY: "1", SMTP_URL: "smtp://mail.example.com" };

/** Gives a test's database a clock that can be moved while the site runs. @returns moves it on, to so many seconds from the start */
export async function movableClock({ database }: Site): Promise<(seconds: number) => Promise<void>> {
  // It stands still meanwhile, however long the calls take.
  await installMovingClock(database, { isFrozen: true });
  let now = 0;
  return async (seconds) => {
    await moveClock(database, seconds - now);
    now = seconds;
  };
}

/** Something that is sold: a ticket type or a variant. */
export type Item = { ticketTypeId: number } | { variantId: number };

const sentFrom = (network: string) => ({ "x-forwarded-for": network });

/** Orders from a network, under an address of one's own. */
export const placeFrom = (
  buyer: Client,
  item: Item,
  quantity: number,
  network: string,
  {
    email = `${crypto.randomUUID()}@example.com`,
    headers = {},
  }: { email?: string; headers?: Record<string, string> } = {},
) =>
  buyer.post(
    "/api/orders",
    { ...draft([{ ...item, quantity }]), buyer: { name: "Ada", email } },
    { ...sentFrom(network), ...headers },
  );

/** The same; if a proof of work is asked for, once more with it. */
export async function placeWithProof(buyer: Client, item: Item, quantity: number, network: string, email?: string) {
  const who = email === undefined ? {} : { email };
  const first = await placeFrom(buyer, item, quantity, network, who);
  if (first.body.code !== "proof_required") return first;
  return placeFrom(buyer, item, quantity, network, { ...who, headers: proofOf(first) });
}

/**
 * One network's attacker takes what it can get: with a new guest for each order, proofs where they are asked for, and now
 * and then an open payment page. Nothing is ever paid.
 */
export async function grabAll(site: Site, item: Item, network: string, sizes: number[]): Promise<Hold[]> {
  const holds: Hold[] = [];
  for (const size of sizes) {
    for (let orders = 0; orders < 200; orders++) {
      const guest = await site.as("guest");
      const placed = await placeWithProof(guest, item, size, network);
      if (placed.status !== 201) break;
      holds.push({ guest, id: placed.body.id });
      if (orders === 0) await guest.post(`/api/orders/${placed.body.id}/payment`, {}, sentFrom(network));
    }
  }
  return holds;
}

/** An order that an attacker has on hold. */
export interface Hold {
  guest: Client;
  id: string;
}

/** Gives holds up before they expire. */
export const cancelAll = (holds: Hold[]) =>
  Promise.all(holds.map(({ guest, id }) => guest.call("DELETE", `/api/orders/${id}`)));

/** What ends holds whose time is up: those on a payment page, and all others. */
export async function endHolds(site: Site): Promise<void> {
  await site.app.runJob("payments");
  await site.app.runJob("holds");
}

/** Units on hold whose time isn't up. */
export async function countHeld({ db }: Site, stockOf: Item): Promise<number> {
  const stock =
    "ticketTypeId" in stockOf
      ? sql`select stock_id from ticket_types where id = ${stockOf.ticketTypeId}`
      : sql`select stock_id from variants where id = ${stockOf.variantId}`;
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(quantity), 0)::integer as held from holds
    where status = 'active' and (expires_at is null or expires_at > clock_now()) and stock_id = (${stock})`.execute(db);
  return rows[0]!.held;
}

/** The longest time in a row, in samples, in which more than this was on hold. */
export function longestAbove(samples: number[], most: number): number {
  let longest = 0;
  let current = 0;
  for (const sample of samples) {
    current = sample > most ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}

/** The code that was emailed to an address for a person, as they would read it. */
export async function readCode({ app, db }: Site, person: Client, email: string, slotsAgo = 0): Promise<string> {
  const { rows } = await sql<{ slot: number }>`
    select floor(extract(epoch from clock_now()) / 600)::integer as slot`.execute(db);
  return buyerCode({ userId: person.id, email, slot: rows[0]!.slot - slotsAgo }, app.deps.keys["order-links"]);
}

/** Confirms the email that someone orders with. */
export const confirmEmail = (buyer: Client, email: string, code: string, network = "203.0.113.7") =>
  buyer.post("/api/orders/email-confirmation", { email, code }, sentFrom(network));
