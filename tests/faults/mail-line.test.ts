import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { startFaultProxy } from "#tests/kit/fault-proxy.ts";
import { startMailServer } from "#tests/kit/mail-server.ts";
import { sabotage } from "#tests/kit/sabotage.ts";
import { createSite, type SiteOptions } from "#tests/kit/site.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** What the sender says, one after the other; the last is the end of the text. */
const verbs = ["EHLO", "AUTH", "MAIL FROM", "RCPT TO", "DATA", "\r\n.\r\n", "QUIT"];
const faults = ["before", "after", "silent"] as const;

/** Everything that can go wrong at a verb, and what nobody can know afterwards: whether the mail had left. */
const cases = verbs.flatMap((verb) =>
  faults.map((fault) => ({ name: JSON.stringify(verb), verb, fault, isUncertain: verb === "\r\n.\r\n" })),
);

interface Case {
  verb: string;
  fault: (typeof faults)[number];
}

/** Buys while the line to the mail server fails at a verb, and lets the mail be tried again. */
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
  const ticketTypeId = await site.make.ticketType();
  const { body } = await site.buy(await site.as("user"), [{ ticketTypeId, quantity: 1 }]);
  expect(body.status).toBe("paid");
  await site.app.sweep("mail");
  proxy.set({});
  for (let tries = 0; tries < 3; tries++) {
    await sql`update emails set next_attempt_at = clock_now() where status in ('queued', 'unknown')`.execute(site.db);
    await site.app.sweep("mail");
  }

  const { rows } = await sql<{ status: string; uncertain: number }>`
      select status, uncertain_attempts as uncertain from emails`.execute(site.db);
  return { rows, taken: server.taken };
}

test.for(cases)(
  "a mail whose line fails at $name ($fault) arrives, and the purchase never waits for it",
  async ({ verb, fault, isUncertain }) => {
    const { rows, taken } = await mailOverBrokenLine({ verb, fault });
    expect(rows).toEqual([{ status: "sent", uncertain: expect.any(Number) }]);
    expect(new Set(taken.map((mail) => mail.headers["message-id"])).size).toBe(1);
    expect(taken.length).toBeLessThanOrEqual(1 + rows[0]!.uncertain);
    // Only where the text was handed over is a second copy possible.
    if (!isUncertain) expect(taken).toHaveLength(1);
  },
);

test("negative control: a site that takes an unheard answer for a refusal sends a second copy that it knows nothing of", async () => {
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
