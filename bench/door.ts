import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { StartFailure } from "#server/platform/app-error.ts";
import { startBare } from "./kit/bare-server.ts";
import { countSent, sendCampaign, stopCampaigns } from "./kit/campaign.ts";
import { openDoor, scanTicket, sellOut } from "./kit/door.ts";
import { percentile, ratioOf, readOptions, reportFailures, spread } from "./kit/figures.ts";
import { HttpConnection } from "./kit/http-client.ts";
import { measureRawWrites } from "./kit/raw-writes.ts";
import { startSite, type RunningSite } from "./kit/running-site.ts";

/** Who scans: each connection is a gate of its own. */
interface Gates {
  connections: HttpConnection[];
  /** The request's head of who works there. */
  door: string;
  eventId: number;
  /** Codes that nobody has scanned: each scan takes one. */
  codes: string[];
  admitted: number;
}

interface Scanned {
  samples: number[];
  seconds: number;
}

/**
 * Scans a second through POST /api/scans, as scanners send them, against single-row writes of PostgreSQL by as many
 * connections: alone, and while the emails of a campaign leave. Each scan admits a ticket that was bought through the API.
 * The long form: `--rounds 10`.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { connections: "16", seconds: "3", emails: "1000", rounds: "3", tickets: "7000" });
  const [count, seconds, emails] = [Number(options.connections), Number(options.seconds), Number(options.emails)];
  const rounds = Number(options.rounds);
  const sink = await startBare("mail-sink");
  const site = await startSite({ SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
  try {
    const gates = await openGates(site, count, Number(options.tickets));
    const ratios: Record<"alone" | "emailing", number[]> = { alone: [], emailing: [] };
    const warmUntil = performance.now() + 2000;
    await scan(gates, () => performance.now() < warmUntil);
    for (let round = 1; round <= rounds; round++) {
      await refill(site, gates, Number(options.tickets));
      const raw = await measureRawWrites(site.url, { connections: count, seconds });
      console.log(`raw writes            ${raw.perSecond.toFixed(0)}/s; ${spread(raw.samples)}`);
      const until = performance.now() + seconds * 1000;
      const alone = await scan(gates, () => performance.now() < until);
      ratios.alone.push(report("scans alone", alone, raw.perSecond));
      const among = await scanAmongEmails(site, gates, round, emails);
      ratios.emailing.push(report("scans while emailing", among, raw.perSecond));
    }
    const middle = (name: keyof typeof ratios) => percentile(ratios[name], 0.5).toFixed(2);
    console.log(
      `scans are ${middle("alone")} of raw single-row writes alone, ${middle("emailing")} while ${emails} emails leave`,
    );
    await verify(site, gates);
    for (const connection of gates.connections) connection.close();
  } finally {
    await site.stop();
    sink.stop();
  }
}

async function openGates(site: RunningSite, count: number, tickets: number): Promise<Gates> {
  const door = await openDoor(site);
  const connections = await Promise.all(Array.from({ length: count }, () => HttpConnection.open(site.baseUrl)));
  const gates = { connections, door, eventId: 0, codes: [], admitted: 0 };
  await refill(site, gates, tickets);
  return gates;
}

/** Another event with as many tickets. Waits until the emails about them have left: they belong to no figure. */
async function refill(site: RunningSite, gates: Gates, tickets: number): Promise<void> {
  Object.assign(gates, await sellOut(site, tickets));
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from emails where status not in ('sent', 'merged', 'suppressed')`.execute(
      site.db,
    );
    if (rows[0]!.waiting === 0) return;
    await sleep(100);
  }
}

/** Every gate scans the next ticket as soon as one is judged, while it goes on and there are tickets. */
async function scan(gates: Gates, goesOn: () => boolean): Promise<Scanned> {
  const samples: number[] = [];
  const start = performance.now();
  await Promise.all(
    gates.connections.map(async (connection, gate) => {
      while (goesOn()) {
        const code = gates.codes.pop();
        if (code === undefined) return;
        const outcome = await scanTicket(connection, gates.door, { code, eventId: gates.eventId, gate });
        if (typeof outcome === "number") samples.push(outcome);
        else reportFailures([outcome]);
      }
    }),
  );
  gates.admitted += samples.length;
  return { samples, seconds: (performance.now() - start) / 1000 };
}

async function scanAmongEmails(site: RunningSite, gates: Gates, round: number, emails: number): Promise<Scanned> {
  let isSending = true;
  const sending = sendCampaign(site, round, emails).finally(() => (isSending = false));
  while (isSending && (await countSent(site, round)).sent === 0) await sleep(5);
  const before = (await countSent(site, round)).sent;
  const scanned = await scan(gates, () => isSending);
  const meanwhile = (await countSent(site, round)).sent - before;
  await sending;
  // The next campaign has these readers too.
  await stopCampaigns(site);
  console.log(`  ${meanwhile} of ${emails} emails left during ${scanned.seconds.toFixed(1)} s of scans`);
  if (meanwhile === 0) throw new StartFailure("No email left while tickets were scanned.");
  return scanned;
}

/** @returns scans a second as a share of raw writes */
function report(what: string, { samples, seconds }: Scanned, raw: number): number {
  const rate = samples.length / seconds;
  const ratio = ratioOf(rate, raw);
  console.log(`${what.padEnd(21)} ${rate.toFixed(0)}/s = ${ratio.toFixed(2)} of raw writes; ${spread(samples)}`);
  return ratio;
}

/** Compares the admissions with what the gates were told. */
async function verify({ db }: RunningSite, { admitted }: Gates): Promise<void> {
  const { rows } = await sql<{ admissions: number; scans: number }>`
    select (select count(*)::integer from admissions where voided_at is null) as admissions,
      (select count(*)::integer from scans) as scans`.execute(db);
  const { admissions, scans } = rows[0]!;
  console.log(`  admitted ${admissions}, told to gates ${admitted}, scans ${scans}`);
  if (admissions !== admitted || scans !== admitted) reportFailures(["the books and the gates disagree"]);
}
