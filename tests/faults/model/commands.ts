import fc from "fast-check";
import { expect } from "vitest";
import { moveClock } from "#testing/moving-clock.ts";
import { completePage } from "#testing/site.ts";
import { compare } from "./compare.ts";
import * as reference from "./model.ts";
import type { Model } from "./model.ts";
import * as real from "./world.ts";
import type { World } from "./world.ts";
import { saveLatest } from "#testing/save-latest.ts";

/** An action that someone takes. `which` picks one of the existing items by number. */
export type Deed =
  | { does: "place"; type: number; quantity: number; withCode: boolean }
  | { does: "pay"; which: number }
  | { does: "press"; which: number; outcome: "approve" | "approve_late" | "decline" | "cancel" }
  | { does: "carry"; which: number; times: number }
  | { does: "cancel"; which: number }
  | { does: "scan"; which: number; ticket: number; again: boolean }
  | { does: "refund"; which: number; ticket: number; isWhole: boolean; returnsStock: boolean }
  | { does: "comp"; type: number; quantity: number }
  | { does: "revoke"; which: number }
  | { does: "change"; type: number; priceCents: number; capacity: number }
  | { does: "dispute"; which: number }
  | { does: "win"; which: number }
  | { does: "wait"; seconds: number }
  | { does: "run-job"; name: "holds" | "payments" | "sandbox" | "refunds" };

const type = fc.nat(2);
const which = fc.nat(10_000);
const quantity = fc.integer({ min: 1, max: 4 });

/** Actions as they come on a busy night; the weights say how often. */
export const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant("place" as const), type, quantity, withCode: fc.boolean() }) },
  { weight: 8, arbitrary: fc.record({ does: fc.constant("pay" as const), which }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant("press" as const),
      which,
      outcome: fc.constantFrom(
        "approve" as const,
        "approve" as const,
        "approve_late" as const,
        "decline" as const,
        "cancel" as const,
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ does: fc.constant("carry" as const), which, times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("cancel" as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant("scan" as const), which, ticket: fc.nat(3), again: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("refund" as const),
      which,
      ticket: fc.nat(3),
      isWhole: fc.boolean(),
      returnsStock: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("comp" as const), type, quantity: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("revoke" as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("change" as const),
      type,
      priceCents: fc.constantFrom(...real.prices, 1500),
      capacity: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("dispute" as const), which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("win" as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant("wait" as const), seconds: fc.constantFrom(7, 23, 131, 317, 619) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("run-job" as const),
      name: fc.constantFrom("holds" as const, "payments" as const, "sandbox" as const, "refunds" as const),
    }),
  },
);

const pick = (things: unknown[], number: number): number | undefined =>
  things.length === 0 ? undefined : number % things.length;

/** Picks an order that an action applies to, from the latest ones. */
function pickOrder(model: Model, number: number, is: (order: reference.ModelOrder) => boolean): number | undefined {
  const recent = Math.max(0, model.orders.length - 40);
  const fitting = model.orders.flatMap((order, index) => (index >= recent && is(order) ? [index] : []));
  const place = pick(fitting, number);
  return place === undefined ? undefined : fitting[place];
}

/**
 * Carries out an action on the model and on the site and compares their responses. Does nothing if there is nothing to
 * act on.
 */
export async function perform(world: World, deed: Deed): Promise<void> {
  const { model } = world;
  switch (deed.does) {
    case "place": {
      const expected = reference.placeOrder(model, deed.type, deed.quantity, deed.withCode);
      expect(await real.placeOrder(world, deed.type, deed.quantity, deed.withCode)).toBe(expected);
      return;
    }
    case "pay":
      return pay(world, deed.which);
    case "press": {
      const index = pickOrder(model, deed.which, ({ page }) => page !== undefined && page.status === "open");
      if (index === undefined) return;
      const isTaken = reference.press(model, model.orders[index]!, deed.outcome);
      const answer = await completePage(world.buyer, world.orders[index]!.page!, deed.outcome);
      expect(answer.status).toBe(isTaken ? 200 : 409);
      return;
    }
    case "carry":
      return carry(world, deed.which, deed.times);
    case "cancel": {
      const index = pickOrder(model, deed.which, () => true);
      if (index === undefined) return;
      const expected = reference.cancel(model, model.orders[index]!);
      const { status, body } = await world.buyer.call("DELETE", `/api/orders/${world.orders[index]!.id}`);
      expect(status === 200 ? "ok" : body.code).toBe(expected);
      return;
    }
    case "scan": {
      const index = pickOrder(model, deed.which, (order) => reference.isPaid(order) && order.bank === "quiet");
      if (index === undefined) return;
      const order = model.orders[index]!;
      const scanNumber = deed.again && world.scanIds.length > 0 ? world.scanIds.length - 1 : world.scanIds.length;
      if (scanNumber < world.scanIds.length) return;
      const ticket = deed.ticket % order.quantity;
      const expected = reference.scan(model, order, ticket, scanNumber);
      expect(await real.showTicket(world, world.orders[index]!, ticket, scanNumber)).toBe(expected);
      if (deed.again) expect(await real.showTicket(world, world.orders[index]!, ticket, scanNumber)).toBe(expected);
      return;
    }
    case "refund":
      return refund(world, deed);
    case "comp":
    case "revoke":
      return comp(world, deed);
    case "change":
      return change(world, deed);
    case "dispute":
    case "win":
      return dispute(world, deed);
    case "wait":
      return real.passTime(world, deed.seconds);
    case "run-job":
      return runJob(world, deed.name);
  }
}

async function pay(world: World, number: number): Promise<void> {
  const index = pickOrder(world.model, number, ({ back }) => back.due + back.done === 0);
  if (index === undefined) return;
  const order = world.orders[index]!;
  const expected = reference.startToPay(world.model, world.model.orders[index]!);
  const { status, body } = await world.buyer.post(`/api/orders/${order.id}/payment`);
  expect(status === 200 ? body.status : body.code).toBe(expected);
  if (body.status === "redirect") order.page = body.url;
}

/** Delivers an old or new webhook event a number of times; the site looks up what it is about. */
async function carry(world: World, number: number, times: number): Promise<void> {
  const recent = world.webhookEvents.slice(-40);
  const place = pick(recent, number);
  if (place === undefined) return;
  const { ref, send } = recent[place]!;
  const index = world.orders.findIndex(
    (order) => order.dispute === ref || (order.page !== undefined && real.sessionOf(order) === ref),
  );
  for (let time = 0; time < times; time++) expect(await send()).toBe(true);
  // An older page of an order that has a new one by now: it has no news.
  if (index === -1) return;
  if (world.orders[index]!.dispute === ref) settleDispute(world, index);
  else reference.settlePage(world.model, world.model.orders[index]!);
}

function settleDispute({ model }: World, index: number): void {
  const order = model.orders[index]!;
  if (order.bank !== "quiet") order.dispute = order.bank === "won" ? "won" : "open";
}

async function refund(world: World, deed: Extract<Deed, { does: "refund" }>): Promise<void> {
  const { model } = world;
  const index = pickOrder(model, deed.which, reference.isPaid);
  if (index === undefined) return;
  const order = model.orders[index]!;
  const tickets = await real.ticketsOf(world, world.orders[index]!);
  const place = deed.ticket % order.quantity;
  // Not at the very instant in which someone was admitted with it.
  await moveClock(world.site.database, 0.001);
  const amountCents = reference.worthOf(order, deed.isWhole ? reference.ticketsLeft(order).length : 1);
  const expected = reference.refund(model, order, deed.isWhole ? "all" : place, deed.returnsStock);
  const { status, body } = await world.admin.post(`/api/admin/orders/${world.orders[index]!.id}/refunds`, {
    ...(deed.isWhole ? {} : { ticketIds: [tickets[place]!.id] }),
    withFee: true,
    returnsStock: deed.returnsStock,
    amountCents,
    reason: "They can't come",
    includesAdmitted: true,
  });
  expect(status === 201 ? "ok" : body.code).toBe(expected);
}

async function comp(world: World, deed: Extract<Deed, { does: "comp" | "revoke" }>): Promise<void> {
  const { model } = world;
  if (deed.does === "comp") {
    const expected = reference.issueComp(model, deed.type, deed.quantity);
    const guest = { name: "Grace Guest", email: "grace@example.com" };
    const body = { ticketTypeId: world.typeIds[deed.type]!, quantity: deed.quantity, guest, reason: "Friends" };
    const answer = await world.admin.post("/api/admin/comps", body);
    expect(answer.status === 201 ? "ok" : answer.body.code).toBe(expected);
    if (answer.status === 201) world.comps.push(answer.body.id);
    return;
  }
  const index = pick(world.comps, deed.which);
  if (index === undefined || !model.comps[index]!.isGiven) return;
  reference.revokeComp(model, model.comps[index]!);
  const path = `/api/admin/comps/${world.comps[index]!}/revoke` as const;
  expect((await world.admin.post(path, { reason: "They can't come" })).status).toBe(200);
}

async function change(world: World, deed: Extract<Deed, { does: "change" }>): Promise<void> {
  const { model } = world;
  const scale = Math.max(1, Math.round(model.stocks.at(-1)!.capacity / 4));
  const capacity = deed.capacity * scale;
  const expected = reference.changeCapacity(model, deed.type, capacity);
  if (expected === "ok") model.prices[deed.type] = deed.priceCents;
  const answer = await saveLatest(world.site.db, world.admin, ["ticket-types", world.typeIds[deed.type]!], {
    name: "General",
    pricing: "fixed",
    priceCents: deed.priceCents,
    feeCents: 0,
    capacity,
    ticketsPerUnit: 1,
    minPerOrder: 1,
    maxPerOrder: 10,
  });
  expect(answer.status === 200 ? "ok" : answer.body.code).toBe(expected);
}

async function dispute(world: World, deed: Extract<Deed, { does: "dispute" | "win" }>): Promise<void> {
  const { model, site } = world;
  const { sandbox } = site.app.services.payments;
  const isNext = deed.does === "dispute" ? "quiet" : "asking";
  const index = pickOrder(model, deed.which, ({ status, bank }) => status === "paid" && bank === isNext);
  if (index === undefined) return;
  const order = world.orders[index]!;
  if (deed.does === "dispute") order.dispute = await sandbox.dispute(real.sessionOf(order));
  else await sandbox.closeDispute(order.dispute!, "won");
  model.orders[index]!.bank = deed.does === "dispute" ? "asking" : "won";
}

async function runJob({ site, model }: World, name: Extract<Deed, { does: "run-job" }>["name"]): Promise<void> {
  await site.app.runJob(name);
  if (name === "holds") reference.expireHolds(model);
  if (name === "payments") reference.runPaymentsJob(model);
  if (name === "sandbox") reference.runSandboxJob(model);
  if (name === "refunds") reference.runRefundsJob(model);
}

/** An action as fast-check runs and shrinks it: after each one every row matches the model. */
export class DeedCommand implements fc.AsyncCommand<Model, World> {
  readonly deed: Deed;
  constructor(deed: Deed) {
    this.deed = deed;
  }
  check = () => true;
  async run(_model: Model, world: World): Promise<void> {
    await perform(world, this.deed);
    expect(await compare(world)).toEqual([]);
  }
  toString = () => JSON.stringify(this.deed);
}

/** Finishes everything: time passes, all webhook events arrive once more, all jobs run. */
export async function finish(world: World, pauses: number[] = [0, 30, 700, 30]): Promise<void> {
  for (const seconds of pauses) {
    await real.passTime(world, seconds);
    for (const name of ["sandbox", "payments", "holds", "refunds"] as const) await runJob(world, name);
    for (const webhookEvent of world.webhookEvents) {
      expect(await webhookEvent.send()).toBe(true);
    }
    for (const [index, order] of world.model.orders.entries()) {
      reference.settlePage(world.model, order);
      settleDispute(world, index);
    }
    await runJob(world, "refunds");
  }
}
