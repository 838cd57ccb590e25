import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { startFaultProxy } from "#testing/fault-proxy.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type SiteOptions } from "#testing/site.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** What the sender sends, one after the other; `\r\n.\r\n` ends the message. */
const verbs = ["EHLO", "AUTH", "MAIL FROM", "RCPT TO", "DATA", "\r\n.\r\n", "QUIT"];
const faults = ["before", "after", "silent"] as const;

/** Everything that can go wrong at a verb, and whether it leaves unknown if the email was sent. */
const cases = verbs.flatMap((verb) =>
  faults.map((fault) => ({ name: JSON.stringify(verb), verb, fault, isUncertain: verb === "\r\n.\r\n" })),
);

interface Case {
  verb: string;
  fault: (typeof faults)[number];
}

/** Buys while the connection to the mail server fails at a verb, and lets the email be retried. */
async function mailOverBrokenLine({ verb, fault }: Case, options: SiteOptions = {}) {
  const server = await startMailServer();
  const address = new URL(server.hastyUrl);
  const proxy = await startFaultProxy({ host: "127.0.0.1", port: Number(address.port) });
  address.port = String(proxy.port);
  const site = await createSite({ ...options, settings: { SMTP_URL: address.href } });
  open.push(server, proxy, site);

  let failures = 0;
  proxy.set({
    cut(chunk) {
      if (!chunk.includes(verb) || failures > 0) return undefined;
      failures++;
      if (fault !== "silent") return fault;
      proxy.set({ isSilent: true });
      return undefined;
    },
  });
  const ticketTypeId = await site.create.ticketType();
  const { body } = await site.buy(await site.as("user"), [{ ticketTypeId, quantity: 1 }]);
  expect(body.status).toBe("paid");
  await site.app.runJob("mail");
  proxy.set({});
  for (let tries = 0; tries < 3; tries++) {
    await sql`update emails set next_attempt_at = clock_now() where status in ('queued', 'unknown')`.execute(site.db);
    await site.app.runJob("mail");
  }

  const { rows } = await sql<{ status: string; uncertain: number }>`
      select status, uncertain_attempts as uncertain from emails`.execute(site.db);
  return { rows, taken: server.taken };
}

test.for(cases)(
  "an email whose connection fails at $name ($fault) arrives, and the purchase never waits for it",
  async ({ verb, fault, isUncertain }) => {
    const { rows, taken } = await mailOverBrokenLine({ verb, fault });
    expect(rows).toEqual([{ status: "sent", uncertain: expect.any(Number) }]);
    expect(new Set(taken.map((mail) => mail.headers["message-id"])).size).toBe(1);
    expect(taken.length).toBeLessThanOrEqual(1 + rows[0]!.uncertain);
    // A second copy is possible only if the message was handed over.
    if (!isUncertain) expect(taken).toHaveLength(1);
  },
);

test("negative control: a site that treats a lost response as a rejection sends a second copy without counting it", async () => {
  const { rows, taken } = await mailOverBrokenLine(
    { verb: "\r\n.\r\n", fault: "after" },
    {
      rewriteSql: sabotage([
        /uncertain_attempts = uncertain_attempts \+ (\$\d+)/,
        "uncertain_attempts = 0 * $1::integer",
      ]),
    },
  );
  expect(taken.length).toBeGreaterThan(1 + rows[0]!.uncertain);
});
