import pg from "pg";
import { buildApp, type App } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { addDoorStaff } from "#server/modules/accounts/index.ts";
import type { ConnectionSettings } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/log.ts";
import { sellTickets } from "./ticket-sales.ts";
import { scheduleEvents } from "./calendar.ts";
import { leaveDrafts, planCampaigns, planUnknown, sendBulk } from "./campaigns.ts";
import { issueComps } from "./comps.ts";
import { fillCommunity } from "./community/fill.ts";
import { copyPhotos } from "./community/photos.ts";
import { editEvents, seedChanges } from "./admin-work.ts";
import { disputeSome } from "./disputes.ts";
import { stageDelivery } from "./delivery-settings.ts";
import { copyFaces } from "./faces.ts";
import { openDoors } from "./doors.ts";
import { openMailbox } from "./mailbox.ts";
import { asEvents, layMoreDates } from "./more-dates.ts";
import { demoEvents } from "./events/index.ts";
import { copyPosters } from "./posters.ts";
import { demoProducts } from "./products/index.ts";
import { sprinklePromotions } from "./promotions.ts";
import { planPurchases } from "./purchases.ts";
import { writeInfoSheets } from "./info-sheets.ts";
import { refundSomeOrders } from "./refunds.ts";
import { isEmptySite, markDone, markFilling, readSeedStatus, wipeHalfMade } from "./seed-status.ts";
import { planShopPurchases } from "./shop-purchases.ts";
import { refundProducts } from "./shop-refunds.ts";
import { fulfillOrders } from "./shop-work.ts";
import { findAdmin } from "./staff.ts";
import { stageEvents } from "./stage.ts";
import { stageStreams } from "./streams.ts";
import { stageShop } from "./stage-shop.ts";
import { attribute, fillTraffic } from "./traffic.ts";
import { openTimeMachine, type TimeMachine } from "./time-machine.ts";

export interface DemoOptions {
  config: Config;
  connection: ConnectionSettings;
  dataDir: string;
  log: { info(text: string): void };
  /** The demo's present, in place of the real one. */
  now?: Date;
}

export interface DemoOutcome {
  /** False if the site already had events, or the demo existed. */
  filled: boolean;
  /** Door moderator, who signs in with the administrator's password; set if the demo was just created. */
  doorUsername: string | undefined;
}

const lockKey = 7_351_204_419;
const doorUsername = "door";

/**
 * Fills an empty site with a busy brand: upcoming and past events, with orders, payments, emails and admissions made by
 * the services themselves on a clock moved into the past. A site that has events is left alone.
 *
 * If a start is interrupted, the next one deletes what it left and starts over. Of several nodes, one fills and the
 * others wait.
 */
export async function seedDemo(options: DemoOptions): Promise<DemoOutcome> {
  const now = options.now ?? new Date();
  const machine = openTimeMachine(options.connection, now);
  try {
    return await withLock(options.connection, () => fillWhenEmpty(options, machine, now));
  } finally {
    await machine.close();
  }
}

function copyPictures(dataDir: string): void {
  copyPosters(dataDir);
  copyFaces(dataDir);
  copyPhotos(dataDir);
}

async function fillWhenEmpty(options: DemoOptions, machine: TimeMachine, now: Date): Promise<DemoOutcome> {
  const status = await readSeedStatus(machine.db);
  if (status === "filling") await wipeHalfMade(machine.db);
  if (status !== undefined) copyPictures(options.dataDir);
  if (status === "done" || !(await isEmptySite(machine.db))) return { filled: false, doorUsername: undefined };
  const startedAt = performance.now();
  copyPictures(options.dataDir);
  await markFilling(machine.db);
  const counts = await fill(options, machine, now);
  await markDone(machine.db);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  options.log.info(`Created the demo: ${counts.events} events, ${counts.orders} orders (${seconds} s).`);
  return { filled: true, doorUsername: counts.door ? doorUsername : undefined };
}

async function fill({ config }: DemoOptions, machine: TimeMachine, now: Date) {
  const times = scheduleEvents(demoEvents, now);
  const moreTimes = scheduleEvents(asEvents(demoEvents), now);
  // Its emails are stored, never sent, and no limit slows its buyers. Campaigns go to a mailbox of the demo's own.
  const mailbox = await openMailbox();
  const open = (smtpUrl: string | undefined) =>
    buildApp({
      config: { ...config, smtpUrl, rateLimits: false },
      db: machine.db,
      log: createLog("silent"),
      jobs: false,
    });
  const app = await open(undefined);
  const mailer = await open(mailbox.url);
  try {
    await Promise.all([app.server.ready(), mailer.server.ready()]);
    const earliest = Math.min(...times.map(({ startsAt }) => startsAt.getTime()));
    await machine.travelTo(new Date(earliest - 60 * 24 * 60 * 60 * 1000));
    const events = await stageEvents(machine.db, demoEvents, times, now);
    const admin = await findAdmin(machine);
    if (admin) await editEvents(app, admin, events);
    const dates = admin ? await layMoreDates(app, admin, events, moreTimes, now) : [];
    const staff = await addDoorStaff(machine.db, doorUsername, "The Door");
    const rates = await stageDelivery(machine.db);
    const variants = await stageShop(app.deps, demoProducts, events, now);
    const purchases = planPurchases([...events, ...dates], now);
    purchases.push(...planShopPurchases({ variants, rates, events }, purchases, now));
    await sprinklePromotions(machine, app, events, purchases, now);
    attribute(purchases);
    purchases.sort((one, other) => one.at.getTime() - other.at.getTime());
    for (const address of planUnknown(events, purchases)) mailbox.unknown.add(address);
    const mailing = admin && { machine, app: mailer, arrived: mailbox.arrived, staff: admin, events, purchases, now };
    await sellTickets(machine, app, purchases, {
      between: mailing ? planCampaigns(mailing) : [],
      afterEach: () => sendBulk(mailer),
    });
    await issueComps(machine, app, events, now);
    if (admin) await refundSomeOrders(machine, app, { staff: admin, events, now });
    if (admin) await refundProducts(machine, app, { staff: admin, now });
    await disputeSome(machine, app, { events, now });
    if (admin) await seedChanges(machine, app, { staff: admin, events, dates, now });
    if (admin) await fulfillOrders(machine, app, { staff: admin, door: staff, events, now });
    if (staff) await openDoors(machine, app, events, staff);
    if (admin) await fillCommunity(machine, app, { staff: admin, events, now });
    await machine.returnToNow();
    if (admin) await writeInfoSheets(app, admin);
    if (mailing) await leaveDrafts(mailing);
    const streamIds = admin ? [await stageStreams(app, { staff: admin, events, now })] : [];
    await fillTraffic(machine.db, { events: [...events, ...dates], variants, purchases, streamIds, now });
    await runJobs(app);
    return { events: events.length + dates.length, orders: purchases.length, door: staff !== undefined };
  } finally {
    await mailer.close();
    await app.close();
    mailbox.close();
  }
}

/** Abandoned orders expire, and their stock is on sale again; analytics have their figures. */
async function runJobs(app: App): Promise<void> {
  for (const job of [
    "traffic-roll-up",
    "payments",
    "holds",
    "disputes",
    "order-documents",
    "sessions",
    "audit-hashes",
  ] as const)
    await app.runJob(job);
  await app.runJob("sales-roll-up");
}

/** On its own connection, so that a start that dies releases the lock at once. */
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
