import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { addReaders, launch } from "#tests/campaigns/kit.ts";
import { startMailServer, type Behavior } from "#testing/mail-server.ts";
import { moveClock } from "#testing/moving-clock.ts";
import { report, showsProgress } from "./kit/progress.ts";
import { startRealServer } from "./kit/real-server.ts";
import { openSellingSite } from "./kit/selling-site.ts";

const recipients = showsProgress ? 10_000 : 1500;
const kills = showsProgress ? 50 : 6;
/** Emails that a node hands over at the same time. */
const atOnce = 9;
/** Seconds after which a killed node's emails are taken over. */
const leaseSeconds = 61;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** What the email server does with one attempt after another. */
function misbehave(number: number): Behavior {
  if (number % 31 === 7) return 450;
  if (number % 53 === 11) return "550 5.1.1 No such user";
  if (number % 97 === 41) return "refuse text for now";
  if (number % 401 === 17) return "hang";
  if (number % 401 === 270) return "take and hang";
  if (number % 997 === 500) return "take and drop";
  return "take";
}

test(
  `a campaign to ${recipients} people, with ${kills} kills, pauses, refusals and hangs after the text, reaches nobody twice and skips nobody`,
  { timeout: showsProgress ? 1_800_000 : 300_000 },
  async () => {
    const server = await startMailServer(misbehave);
    open.push(server);
    const shop = await openSellingSite({ buyers: 1, capacity: 10 });
    open.push(shop);
    const { site } = shop;
    const admin = await site.as("admin");
    await admin.post("/api/admin/settings", { postalAddress: "1 Flatbush Ave\nBrooklyn, NY 11217" });
    await addReaders(site, recipients);
    const id = await launch(admin);
    const node = await startRealServer(shop.databaseUrl, { SMTP_URL: server.hastyUrl });
    open.push({ close: () => node.stop() });

    for (let kill = 1; kill <= kills; kill++) {
      const until = Math.min(recipients * 0.9, (recipients / (kills + 2)) * kill + Math.random() * 20);
      await expect.poll(() => server.attempts, { timeout: 120_000, interval: 5 }).toBeGreaterThan(until);
      await node.kill();
      if (kill % 10 === 3) {
        // Half an hour of the moved clock later, the first one would have to confirm who they are.
        const colleague = await site.as("admin");
        const step = async (name: "pause" | "resume") =>
          expect((await colleague.post(`/api/admin/campaigns/${id}/${name}`)).status).toBe(200);
        await step("pause");
        await moveClock(site.database, leaseSeconds);
        const before = server.attempts;
        await node.restart();
        await site.app.runJob("campaigns");
        expect(server.attempts, "nothing leaves while it is paused").toBe(before);
        await step("resume");
      } else {
        await moveClock(site.database, leaseSeconds);
        await node.restart();
      }
      report("campaign", { done: kill, of: kills, unit: "kills", violations: 0 });
    }
    const read = async () => (await admin.get(`/api/admin/campaigns/${id}`)).body;
    await expect
      .poll(
        async () => {
          // Time passes only between emails: none's lease ends because this machine is busy.
          const sending = await sql`select from emails where status = 'sending' limit 1`.execute(site.db);
          if (sending.rows.length === 0) await moveClock(site.database, 20);
          return (await read()).status;
        },
        { timeout: 240_000, interval: 200 },
      )
      .toBe("done");

    const { counts } = await read();
    const { rows } = await sql<{ email: string; status: string; error: string }>`
      select r.email, m.status, m.error from campaign_recipients r left join emails m on m.id = r.mail_id`.execute(
      site.db,
    );
    const copies = new Map<string, number>();
    for (const { to } of server.taken) copies.set(to[0]!, (copies.get(to[0]!) ?? 0) + 1);
    const doubled = [...copies].filter(([, count]) => count > 1);
    const lost = rows.filter(({ email, status, error }) => {
      if (status === "sent") return !copies.has(email);
      if (status === "unknown") return false;
      return status !== "failed" || !/550/.test(error);
    });
    expect(rows).toHaveLength(recipients);
    expect({ doubled, lost }).toEqual({ doubled: [], lost: [] });
    const { body: listed } = await admin.get(`/api/admin/campaigns/${id}/recipients?status=unknown`);
    expect(listed.total).toBe(counts.unknown);
    expect(counts.unknown).toBeGreaterThan(0);
    expect(counts.sent + counts.failed + counts.unknown).toBe(recipients);
    // Of what a kill interrupts, only what was with the email server is unknown. The server's silences add some.
    const interrupted = rows.filter(({ status, error }) => status === "unknown" && /sender stopped/.test(error));
    expect(interrupted.length).toBeLessThanOrEqual(kills * atOnce);
    expect(await checkInvariants(site.db)).toEqual([]);
    if (showsProgress) console.log(`  sent ${counts.sent}, refused ${counts.failed}, unknown ${counts.unknown}`);
  },
);
