import { randomUUID } from "node:crypto";
import type { App } from "#server/app.ts";
import { addAccount, addGuests, hashPassword } from "#server/modules/accounts/index.ts";
import { createPayOrder, createPlaceOrder } from "#server/modules/orders/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { hashBody } from "#server/platform/idempotency.ts";
import { faceAddress, faces } from "./faces.ts";
import { plain } from "./people.ts";
import type { Purchase } from "./purchases.ts";
import type { TimeMachine } from "./time-machine.ts";
import { inWaves } from "./waves.ts";

/** Regulars who have an account; everyone else buys as a guest. */
const memberCount = 14;

/** What staff do at a moment between purchases. */
export interface Interlude {
  at: Date;
  run: () => Promise<void>;
}

/**
 * Makes purchases, wave by wave, each at its own time, through the same services as real ones.
 *
 * @param between what happens in the meantime, oldest first
 * @param afterEach what runs after each wave
 */
export async function sellTickets(
  machine: TimeMachine,
  app: App,
  purchases: Purchase[],
  { between, afterEach }: { between: Interlude[]; afterEach: () => Promise<void> },
): Promise<void> {
  const ahead = [...between];
  const runUntil = async (at: Date) => {
    while (ahead[0] !== undefined && ahead[0].at < at) {
      const { at: moment, run } = ahead.shift()!;
      await machine.travelTo(moment);
      await run();
    }
  };
  const members = await createMembers(machine, purchases);
  const buy = createBuyer(app);
  for (const wave of inWaves(purchases)) {
    await runUntil(wave.at(-1)!.at);
    // The time of the last one: nobody buys in another buyer's future.
    await machine.travelTo(wave.at(-1)!.at);
    const strangers = wave.filter(({ person }) => !members.has(person.email));
    const guests = await addGuests(
      machine.db,
      strangers.map(() => ({ userAgent: null })),
    );
    await Promise.all(
      wave.map((purchase) => {
        const buyer = members.get(purchase.person.email) ?? guests[strangers.indexOf(purchase)]!.person;
        return buy(buyer, purchase);
      }),
    );
    await sendMails(app);
    await afterEach();
  }
}

/** Several at a time: each sends emails that no other has. */
async function sendMails(app: App): Promise<void> {
  await Promise.all([1, 2, 3].map(() => app.runJob("mail")));
}

async function createMembers({ db, travelTo }: TimeMachine, purchases: Purchase[]): Promise<Map<string, Principal>> {
  const first = purchases[0];
  if (first === undefined) return new Map();
  await travelTo(first.at);
  const counts = new Map<string, number>();
  for (const { person } of purchases) counts.set(person.email, (counts.get(person.email) ?? 0) + 1);
  const regulars = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, memberCount);
  // Nobody knows this password: these accounts exist only to be viewed.
  const passwordHash = await hashPassword(randomUUID());
  const members = new Map<string, Principal>();
  // Some have a drawn face, the rest an initial, as in real life.
  for (const [index, [email]] of regulars.entries()) {
    const face = faces[index];
    const { name } = purchases.find(({ person }) => person.email === email)!.person;
    const member = await addAccount(db, {
      username: plain(name),
      displayName: name,
      passwordHash,
      ...(face ? { avatar: faceAddress(face) } : {}),
    });
    if (member) members.set(email, member);
  }
  return members;
}

function createBuyer(app: App): (buyer: Principal, purchase: Purchase) => Promise<void> {
  const placeOrder = createPlaceOrder(app.deps);
  const payOrder = createPayOrder(app.deps, app.services.payments);
  const claim = (buyer: Principal, route: string, body: unknown) => ({
    userId: buyer.id,
    route,
    key: randomUUID(),
    bodyHash: hashBody(body),
  });
  return async (buyer, { draft, agent, ending }) => {
    const placed = await placeOrder({ buyer, draft, agent, idempotency: claim(buyer, "POST /api/orders", draft) });
    const { id: orderId } = JSON.parse(String(placed.body)) as { id: string };
    const paying = {
      payer: buyer,
      orderId,
      idempotency: claim(buyer, `POST /api/orders/${orderId}/payment`, undefined),
    };
    const answer = JSON.parse(String((await payOrder(paying)).body)) as { status: string; url?: string };
    if (answer.url === undefined || ending === "abandoned") return;
    const ref = answer.url.split("/").at(-1)!;
    if (ending === "declined_then_paid") await app.services.payments.sandbox.complete(ref, "decline");
    await app.services.payments.sandbox.complete(ref, "approve");
  };
}
