import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuthenticator } from "#testing/authenticator.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Site } from "#testing/site.ts";
import { createBrowser } from "./browser.ts";
import { addPasskey, codeOf, register, setUpTotp, startLogin } from "./second-factor-kit.ts";

// A single-use proof is presented many times at once to two nodes. With its guard removed, more must get in.

let database: TestDatabase;
let nodes: Site[];
beforeAll(async () => {
  database = await createTestDatabase();
  nodes = [await createSite({ database }), await createSite({ database })];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
});

const times = 20;
type Reply = { status: number; body: Record<string, unknown> };
const wins = (replies: Reply[]) => replies.filter((reply) => reply.status === 200).length;

/** Starts one sign-in per try, then makes one proof and presents it to all of them at once, on alternating nodes. */
async function rush(sites: Site[], username: string, prove: () => object) {
  const tickets: string[] = [];
  for (let index = 0; index < times; index++) {
    tickets.push((await startLogin(sites[index % sites.length]!.app.server, username)).ticket);
  }
  const proof = prove();
  return Promise.all(
    tickets.map((ticket, index) =>
      createBrowser(sites[index % sites.length]!.app.server).post("/api/auth/second-factor", {
        ticket,
        ...proof,
      }),
    ),
  );
}

async function person(site: Site) {
  const member = await register(site.app.server);
  return { ...member, ...(await setUpTotp(member.browser)) };
}

/** The same rush with a guard removed from the statements. */
async function rushWithout(guard: string, instead: string, prove: (of: Awaited<ReturnType<typeof person>>) => object) {
  const site = await createSite({ rewriteSql: sabotage([guard, instead]) });
  try {
    const member = await person(site);
    const replies = await rush([site], member.username, () => prove(member));
    return wins(replies);
  } finally {
    await site.close();
  }
}

test("one time-based code presented twenty times at once to two nodes opens one session", async () => {
  const { username, secret } = await person(nodes[0]!);
  expect(wins(await rush(nodes, username, () => ({ code: codeOf(secret) })))).toBe(1);
});

test("without the check of the last step, it opens more than one", async () => {
  const guard = "and confirmed_at is not null and last_step <";
  expect(
    await rushWithout(guard, "and confirmed_at is not null and 0 <", ({ secret }) => ({ code: codeOf(secret) })),
  ).toBeGreaterThan(1);
});

test("one recovery code presented twenty times at once to two nodes opens one session", async () => {
  const { username, recoveryCodes } = await person(nodes[0]!);
  expect(wins(await rush(nodes, username, () => ({ recoveryCode: recoveryCodes[0] })))).toBe(1);
});

test("without the check for used recovery codes, it opens more than one", async () => {
  const guard = "and used_at is null\n    returning";
  expect(
    await rushWithout(guard, "returning", ({ recoveryCodes }) => ({ recoveryCode: recoveryCodes[0] })),
  ).toBeGreaterThan(1);
});

test("one ticket presented with ten different recovery codes at once opens one session", async () => {
  const { username, recoveryCodes, id } = await person(nodes[0]!);
  const { ticket } = await startLogin(nodes[0]!.app.server, username);
  const replies = await Promise.all(
    recoveryCodes.map((recoveryCode, index) =>
      createBrowser(nodes[index % 2]!.app.server).post("/api/auth/second-factor", { ticket, recoveryCode }),
    ),
  );
  expect(wins(replies)).toBe(1);
  const { rows } = await sql`select from sessions where user_id = ${id}`.execute(nodes[0]!.db);
  // With the one that set up the codes.
  expect(rows).toHaveLength(2);
});

test("one passkey signature presented twenty times at once to two nodes opens one session", async () => {
  const member = await register(nodes[0]!.app.server);
  // A device without a counter, like a synced passkey: only the challenge protects it.
  const device = createAuthenticator("http://localhost:3000");
  await addPasskey(member.browser, device);
  const { ticket } = await startLogin(nodes[0]!.app.server, member.username);
  const options = await createBrowser(nodes[0]!.app.server).post("/api/auth/second-factor/challenge", { ticket });
  const assertion = device.assert(options.body as unknown as { challenge: string });
  const replies = await Promise.all(
    Array.from({ length: times }, (_, index) =>
      createBrowser(nodes[index % 2]!.app.server).post("/api/auth/second-factor", { ticket, assertion }),
    ),
  );
  expect(wins(replies)).toBe(1);
});

test("without the link between challenge and sign-in, a signature works for another sign-in", async () => {
  const answers: number[] = [];
  for (const guarded of [true, false]) {
    const site = await createSite({
      rewriteSql: guarded
        ? undefined
        : sabotage([/and ticket_hash is not distinct from (\$\d+)::bytea/, "and $1::bytea is not distinct from $1"]),
    });
    const member = await register(site.app.server);
    const device = createAuthenticator("http://localhost:3000");
    await addPasskey(member.browser, device);
    const [first, second] = [
      await startLogin(site.app.server, member.username),
      await startLogin(site.app.server, member.username),
    ];
    const options = await createBrowser(site.app.server).post("/api/auth/second-factor/challenge", {
      ticket: first.ticket,
    });
    const assertion = device.assert(options.body as unknown as { challenge: string });
    const reply = await createBrowser(site.app.server).post("/api/auth/second-factor", {
      ticket: second.ticket,
      assertion,
    });
    await site.close();
    answers.push(reply.status);
  }
  expect(answers).toEqual([401, 200]);
});
