import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sabotage } from "#testing/sabotage.ts";
import { DeedCommand, deeds, finish, perform } from "./model/commands.ts";
import { compare, compareMoney } from "./model/compare.ts";
import { openFloor, passTime, type TradingFloor, type World } from "./model/world.ts";
import { comeToRest, findContradictions } from "./kit/oracles.ts";
import { isFull, report } from "./kit/progress.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor.close());

/** Checks that everything adds up: model, rows, the provider's list, invariants. */
async function checkWorld(world: World): Promise<string[]> {
  await comeToRest(world.site, [0, 4000]);
  return [...(await compare(world)), ...(await compareMoney(world)), ...(await findContradictions(world.site))];
}

/** FAULTS_SEED repeats a run, FAULTS_SHRINK=1 searches for its shortest form. */
const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 2 ** 31);
const events = isFull ? 1500 : 30;

test(
  `whatever people do in whatever order, the site behaves like the model (seed ${seed})`,
  { timeout: isFull ? 3_600_000 : 240_000 },
  async () => {
    let done = 0;
    const commands = fc.commands([deeds.map((deed) => new DeedCommand(deed))], { maxCommands: 60, size: "max" });
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const world = await floor.openEvent();
        await fc.asyncModelRun(() => ({ model: world.model, real: world }), sequence);
        await finish(world);
        expect(await checkWorld(world)).toEqual([]);
        report("events", { done: ++done, of: events, unit: "events", violations: 0 });
      }),
      { numRuns: events, seed, endOnFailure: process.env.FAULTS_SHRINK !== "1" },
    );
  },
);

/** A month with 10,000 orders, or two days of it. */
const hours = isFull ? 720 : 48;
const deedsAnHour = 112;
/** The number of orders is random: if there are too few, trading continues. */
const leastOrders = isFull ? 10_000 : 250;

test(
  `after ${hours} hours of random trading model, rows, stock and the provider's list match to the cent (seed ${seed})`,
  { timeout: isFull ? 7_200_000 : 240_000 },
  async () => {
    const world = await floor.openEvent(hours * 2);
    let done = 0;
    for (let hour = 0; hour < hours || world.orders.length <= leastOrders; hour++) {
      for (const deed of fc.sample(deeds, { numRuns: isFull ? deedsAnHour : 45, seed: seed + hour })) {
        await perform(world, deed);
        done++;
      }
      await passTime(world, 3600);
      expect(await compare(world), `after hour ${hour}`).toEqual([]);
      report("month", { done: hour + 1, of: hours, unit: "hours", violations: 0 });
    }
    await finish(world, [0, 700]);
    expect(await checkWorld(world)).toEqual([]);
    const { length } = world.orders;
    report("orders", { done: length, of: length, unit: `orders from ${done} actions`, violations: 0 });
    expect(length).toBeGreaterThan(leastOrders);
  },
);

test(
  "negative control: the model detects a site that accepts payment for an expired order",
  { timeout: 240_000 },
  async () => {
    const careless = await openFloor({
      rewriteSql: sabotage([
        "(expires_at is null or expires_at > clock_now())",
        "true",
        { in: "update holds set expires_at = null" },
      ]),
    });
    try {
      expect(await tradeUntilFoundOut(await careless.openEvent())).not.toBe("");
      expect(await tradeUntilFoundOut(await floor.openEvent())).toBe("");
    } finally {
      await careless.close();
    }
  },
);

/** The first difference from the model in a few hundred actions of one seed; empty if all is well. */
async function tradeUntilFoundOut(world: World): Promise<string> {
  for (const deed of fc.sample(deeds, { numRuns: 400, seed: 1 })) {
    const failure = await perform(world, deed).then(
      async () => (await compare(world)).join(),
      (error: Error) => error.message,
    );
    if (failure !== "") return failure;
  }
  return "";
}
