import { sql } from "kysely";
import { createFixtures } from "#testing/make.ts";
import { hold, openSessions, purchase, rush, type Caller } from "./kit/buyers.ts";
import { ratioOf, readOptions, reportFailures, spread } from "./kit/figures.ts";
import { measureRawPostgres } from "./kit/raw-postgres.ts";
import { startSite, type RunningSite } from "./kit/running-site.ts";

/** Without guards every caller has the same address, and limits are off. With them each has a network of its own. */
const settings = { off: {}, on: { RATE_LIMITS: "on", TRUST_PROXY: "1" } };
type Guards = keyof typeof settings;

const callerOf = (guards: Guards, attempt: number): Caller => ({
  headers: guards === "off" ? "" : `x-forwarded-for: 10.${attempt >> 16}.${(attempt >> 8) & 255}.${attempt & 255}\r\n`,
});

/**
 * One hot ticket type and more buyers than stock, everybody at once, each from session to tickets: guest session, order,
 * payment, the sandbox's page, the paid order with its tickets; then with order and payment in one call. Before them a run of
 * holds alone. All against what PostgreSQL itself does on this machine in the same run, and all again with limits and fair
 * shares on.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { buyers: "256", stock: "6000", seconds: "5" });
  for (const guards of ["off", "on"] as const) await measure(options, guards);
}

async function measure(options: Record<string, string>, guards: Guards): Promise<void> {
  const buyers = Number(options.buyers);
  const stock = Number(options.stock);
  const attempts = Math.ceil(stock * 1.1);
  const site = await startSite(settings[guards]);
  try {
    console.log(`limits ${guards}`);
    const create = createFixtures(site.db);
    const warmType = await create.ticketType({ capacity: 400, maxPerOrder: 1 });
    await rush(site.baseUrl, buyers, 500, (connection, tally, { attempt }) =>
      purchase(connection, ticketOf(warmType), tally, callerOf(guards, attempt)),
    );

    const raw = await measureRawPostgres(site.connection, { seconds: Number(options.seconds) });
    console.log(
      `raw PostgreSQL        ${raw.toFixed(0)} transactions/s (guarded hot-row update and insert, 32 connections)`,
    );

    const holdType = await create.ticketType({ capacity: stock, maxPerOrder: 1 });
    // One person can't hold many orders if limits are on.
    const callers = Array.from({ length: guards === "off" ? buyers : attempts }, (_, index) => callerOf(guards, index));
    const sessions = await openSessions(site.baseUrl, callers);
    const holds = await rush(site.baseUrl, buyers, attempts, async (connection, tally, { buyer, attempt }) => {
      const number = guards === "off" ? buyer : attempt;
      await hold(connection, ticketOf(holdType), { ...callers[number]!, token: sessions[number]! }, tally);
    });
    report("holds", holds.tally.holds, holds.seconds, raw, holds.tally.holdMs);
    await verify(site, holdType, stock, holds.tally.holds, "held");

    const failures = holds.tally.failures;
    for (const [what, shownTotalCents] of [
      ["purchases", undefined],
      ["by one call", 2500],
    ] as const) {
      const hotType = await create.ticketType({ capacity: stock, maxPerOrder: 1 });
      const whole = await rush(site.baseUrl, buyers, attempts, (connection, tally, { attempt }) =>
        purchase(connection, ticketOf(hotType), tally, callerOf(guards, attempt), shownTotalCents),
      );
      report(what, whole.tally.purchases, whole.seconds, raw, whole.tally.purchaseMs);
      for (const [stage, samples] of whole.tally.stages) console.log(`  ${stage.padEnd(18)}  ${spread(samples)}`);
      await verify(site, hotType, stock, whole.tally.purchases, "sold");
      failures.push(...whole.tally.failures);
    }
    reportFailures(failures);
  } finally {
    await site.stop();
  }
}

const ticketOf = (ticketTypeId: number) => ({ lines: [{ ticketTypeId, quantity: 1 }] });

function report(what: string, count: number, seconds: number, raw: number, samples: number[]): void {
  const rate = count / seconds;
  console.log(
    `${what.padEnd(20)}  ${rate.toFixed(0)}/s = ${ratioOf(rate, raw).toFixed(2)} of raw PostgreSQL; ${spread(samples)}`,
  );
}

/** Holds the books against what buyers were told: not one unit over or under. */
async function verify(
  site: RunningSite,
  typeId: number,
  stock: number,
  confirmed: number,
  column: "held" | "sold",
): Promise<void> {
  const { rows } = await sql<{ held: number; sold: number; tickets: number }>`
    select s.held, s.sold, (select count(*)::integer from tickets where ticket_type_id = ${typeId}) as tickets
    from stock s join ticket_types t on t.stock_id = s.id where t.id = ${typeId}`.execute(site.db);
  const row = rows[0]!;
  const counted = column === "held" ? row.held : row.sold;
  console.log(
    `  ${column} ${counted} of ${stock}, told to buyers ${confirmed}, oversold ${Math.max(0, counted - stock)}, unsold ${stock - counted}` +
      (column === "sold" ? `, tickets ${row.tickets}` : ""),
  );
  if (counted !== stock || confirmed !== stock || (column === "sold" && row.tickets !== stock)) {
    console.log("  WRONG: the books and the buyers disagree");
    process.exitCode = 1;
  }
}
