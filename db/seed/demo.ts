import pg from "pg";
import { buildApp } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { addDoorStaff } from "#server/modules/accounts/index.ts";
import type { ConnectionSettings } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/log.ts";
import { sellTickets } from "./box-office.ts";
import { scheduleNights } from "./calendar.ts";
import { giveComps } from "./comps.ts";
import { editNights, tellWhatBecame } from "./desk-work.ts";
import { disputeSome } from "./disputes.ts";
import { copyFaces } from "./faces.ts";
import { openDoors } from "./doors.ts";
import { asNights, layMoreDates } from "./more-dates.ts";
import { demoNights } from "./nights/index.ts";
import { copyPosters } from "./posters.ts";
import { sprinklePromotions } from "./promotions.ts";
import { planPurchases } from "./purchases.ts";
import { giveSomeBack } from "./refunds.ts";
import { isEmptySite, markDone, markFilling, readSeedState, wipeHalfMade } from "./seed-state.ts";
import { createDice } from "./seeded-random.ts";
import { findAdmin } from "./staff.ts";
import { stageNights } from "./stage.ts";
import { openTimeMachine, type TimeMachine } from "./time-machine.ts";

export interface DemoOptions {
  config: Config;
  connection: ConnectionSettings;
  dataDir: string;
  log: { info(text: string): void };
}

export interface DemoOutcome {
  /** False when the site had nights already, or the demo was there. */
  filled: boolean;
  /** Moderator for the door, who signs in with the administrator's password; told when the demo was filled now. */
  doorUsername: string | undefined;
}

const lockKey = 7_351_204_419;
const doorUsername = "door";

/**
 * Fills an empty site with a lively brand: nights to come and gone by, with orders, payments, mails and admissions made
 * by the services themselves on a clock that is moved into the past. A site that has nights is left alone.
 *
 * A start that is cut short in the middle is made good by the next: what it left is wiped and made anew. Of several
 * nodes one fills, the others wait.
 */
export async function seedDemo(options: DemoOptions): Promise<DemoOutcome> {
  const machine = openTimeMachine(options.connection);
  try {
    return await withLock(options.connection, () => fillWhenEmpty(options, machine));
  } finally {
    await machine.close();
  }
}

function copyPictures(dataDir: string): void {
  copyPosters(dataDir);
  copyFaces(dataDir);
}

async function fillWhenEmpty(options: DemoOptions, machine: TimeMachine): Promise<DemoOutcome> {
  const state = await readSeedState(machine.db);
  if (state === "filling") await wipeHalfMade(machine.db);
  if (state !== undefined) copyPictures(options.dataDir);
  if (state === "done" || !(await isEmptySite(machine.db))) return { filled: false, doorUsername: undefined };
  const startedAt = performance.now();
  copyPictures(options.dataDir);
  await markFilling(machine.db);
  const counts = await fill(options, machine);
  await markDone(machine.db);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  options.log.info(`The demo was filled in: ${counts.nights} nights, ${counts.orders} orders (${seconds} s).`);
  return { filled: true, doorUsername: counts.door ? doorUsername : undefined };
}

async function fill({ config }: DemoOptions, machine: TimeMachine) {
  const now = new Date();
  const dice = createDice(1838);
  const times = await scheduleNights(machine.db, demoNights);
  const moreTimes = await scheduleNights(machine.db, asNights(demoNights));
  // Its mails are kept, never sent, and no limit holds its buyers back.
  const app = await buildApp({
    config: { ...config, smtpUrl: undefined, rateLimits: false },
    db: machine.db,
    log: createLog("silent"),
    sweeps: false,
  });
  try {
    await app.server.ready();
    const earliest = Math.min(...times.map(({ startsAt }) => startsAt.getTime()));
    await machine.travelTo(new Date(earliest - 60 * 24 * 60 * 60 * 1000));
    const nights = await stageNights(machine.db, demoNights, times, now);
    const admin = await findAdmin(machine);
    if (admin) await editNights(app, admin, nights);
    const dates = admin ? await layMoreDates(app, admin, nights, moreTimes, now) : [];
    const staff = await addDoorStaff(machine.db, doorUsername, "The Door");
    const purchases = planPurchases([...nights, ...dates], now, dice);
    await sprinklePromotions(machine, app, nights, purchases, now);
    await sellTickets(machine, app, purchases);
    await giveComps(machine, app, nights, now);
    if (admin) await giveSomeBack(machine, app, { staff: admin, nights, now });
    await disputeSome(machine, app, { nights, now });
    if (admin) await tellWhatBecame(machine, app, { staff: admin, nights, dates, now });
    if (staff) await openDoors(machine, app, nights, staff, dice);
    await machine.returnToNow();
    // What was left lying is given up, its stock is for sale again.
    for (const sweep of ["payments", "holds", "disputes", "papers", "sessions", "audit-seals"]) await app.sweep(sweep);
    return { nights: nights.length + dates.length, orders: purchases.length, door: staff !== undefined };
  } finally {
    await app.close();
  }
}

/** On a connection of its own, so that a start that dies lets go at once. */
async function withLock<Result>(connection: ConnectionSettings, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    return await work();
  } finally {
    await client.end();
  }
}
