import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sabotage } from "#tests/kit/sabotage.ts";
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

/** Everything adds up: model, rows, provider's books, invariants. */
async function judge(world: World): Promise<string[]> {
  await comeToRest(world.site, [0, 4000]);
  return [...(await compare(world)), ...(await compareMoney(world)), ...(await findContradictions(world.site))];
}

/** FAULTS_SEED repeats a run, FAULTS_SHRINK=1 looks for its shortest form. */
const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 2 ** 31);
const nights = isFull ? 1500 : 30;

test(
  `whatever people do in whatever order, the site does what the model does (seed ${seed})`,
  { timeout: isFull ? 3_600_000 : 240_000 },
  async () => {
    let done = 0;
    const commands = fc.commands([deeds.map((deed) => new DeedCommand(deed))], { maxCommands: 60, size: "max" });
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const world = await floor.openNight();
        await fc.asyncModelRun(() => ({ model: world.model, real: world }), sequence);
        await finish(world);
        expect(await judge(world)).toEqual([]);
        report("nights", { done: ++done, of: nights, unit: "nights", violations: 0 });
      }),
      { numRuns: nights, seed, endOnFailure: process.env.FAULTS_SHRINK !== "1" },
    );
  },
);

/** A month with 10,000 orders, or two days of it. */
const hours = isFull ? 720 : 48;
const deedsAnHour = 112;
/** How many orders come of so many deeds is chance: where they are too few the trading goes on. */
const leastOrders = isFull ? 10_000 : 250;

test(
  `${hours} hours of random trading end with model, rows, stock and the provider's books equal to the cent (seed ${seed})`,
  { timeout: isFull ? 7_200_000 : 240_000 },
  async () => {
    const world = await floor.openNight(hours * 2);
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
    expect(await judge(world)).toEqual([]);
    const { length } = world.orders;
    report("orders", { done: length, of: length, unit: `orders from ${done} deeds`, violations: 0 });
    expect(length).toBeGreaterThan(leastOrders);
  },
);

test(
  "negative control: a site that lets a lapsed order be paid for is found out by the model",
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
      expect(await tradeUntilFoundOut(await careless.openNight())).not.toBe("");
      expect(await tradeUntilFoundOut(await floor.openNight())).toBe("");
    } finally {
      await careless.close();
    }
  },
);

/** What the model finds first, in some hundred deeds of one seed; nothing where all is well. */
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
