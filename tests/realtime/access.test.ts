import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createMember, password } from "#tests/accounts/make-member.ts";
import { client, type Client } from "#testing/site.ts";
import { openSession } from "#tests/api/scene.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { defineModule } from "#server/platform/module.ts";
import { control, numbered } from "#testing/stream-client.ts";
import { openChannel, sampleTopics, type Channel } from "#testing/channel.ts";

/** Topics that ask the tests whether they may be read: what they say is decided at once, and known once they let it. */
let ask: (id: string) => Promise<boolean> = () => Promise.resolve(true);
const askedTopics = defineModule("asked-topics", () => ({
  topics: { prefix: "asked", mayRead: (_visitor, id) => ask(id) },
}));

let site: Channel;
let other: Channel;
beforeAll(async () => {
  // Without the check of every minute, which would end them too.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const extraModules = [...sampleTopics, askedTopics];
  site = await openChannel({ extraModules });
  other = await openChannel({ extraModules, database: site.database });
});
afterAll(async () => {
  vi.useRealTimers();
  await other.close();
  await site.close();
});

const reason = "House rules";

describe("streams end at once, on every node, when their session ends:", () => {
  const second = async (person: Client) => client(site.app, person.id, await openSession(site, person.id));
  const ways: [string, (person: Client, admin: Client) => Promise<{ status: number }>][] = [
    ["sign-out", (person) => person.post("/api/auth/logout")],
    [
      "sign-out from another browser",
      async (person) => {
        const { items } = (await person.get("/api/me/sessions")).body;
        return (await second(person)).call("DELETE", `/api/me/sessions/${items[0]!.id}`);
      },
    ],
    ["sign-out everywhere else", async (person) => (await second(person)).call("DELETE", "/api/me/sessions")],
    ["a new password", changePassword],
    ["a deleted account", (person) => person.post("/api/me/deletion", { password })],
    ["a suspension", (person, admin) => admin.post(`/api/admin/users/${person.id}/suspend`, { reason })],
    ["staff", (person, admin) => admin.post(`/api/admin/users/${person.id}/end-sessions`, { reason })],
  ];
  async function changePassword(person: Client) {
    return (await second(person)).post("/api/me/password", { currentPassword: password, password: "Jouvert2027" });
  }
  test.each(ways)("%s", async (name, act) => {
    const username = name.replaceAll(" ", "_");
    const { id } = await createMember(site, username);
    const person = client(site.app, id, await openSession(site, id));
    const neighbor = await site.as("user");
    const admin = await site.as("admin");
    const streams = await Promise.all(
      [site, other].map((node) => node.open(`sample.${id},private.${id}`, { token: person.token })),
    );
    const kept = await other.open("private.1", { token: neighbor.token });
    for (const stream of [...streams, kept]) await stream.until(control("positions"));
    expect((await act(person, admin)).status).toBe(200);
    for (const stream of streams) expect(await stream.ended).toBe("whole");
    const back = await site.open(`sample.${id},private.${id}`, { token: person.token });
    await back.until(control("positions"));
    expect(back.controls[0]).toEqual({ control: "closed", topic: `private.${id}` });
    const seq = await site.publish("private.1", "still here");
    await kept.until(numbered(seq));
  });
});

test("when one person's access changes, only their connections are asked again", async () => {
  const asked: string[] = [];
  const topic = "asked.one";
  ask = (id) => (asked.push(id), Promise.resolve(true));
  const [one, another] = [await site.as("user"), await site.as("user")];
  const streams = [await site.open(topic, { token: one.token }), await site.open(topic, { token: another.token })];
  for (const stream of streams) await stream.until(control("positions"));
  expect(asked).toHaveLength(2);
  await inTransaction(site.db, (tx) => site.app.deps.realtime.recheck(tx, topic, one.id));
  const seq = await site.publish(topic);
  for (const stream of streams) await stream.until(numbered(seq));
  expect(asked).toHaveLength(3);
});

/** Lets the next question wait until it is released; its answer is what was true when it was asked. */
function holdQuestion(mayRead: () => boolean) {
  let release!: () => void;
  let isAsked!: () => void;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  ask = async () => {
    const answer = mayRead();
    isAsked();
    await released;
    return answer;
  };
  return { asked, release };
}

test("access that ends while a connection opens is noticed", async () => {
  let may = true;
  const { asked, release } = holdQuestion(() => may);
  const opening = site.open("asked.opening");
  await asked;
  may = false;
  await inTransaction(site.db, async (tx) => {
    await site.app.deps.realtime.recheck(tx, "asked.opening");
    await site.app.deps.realtime.publish(tx, "asked.opening", "sample", "secret");
  });
  release();
  const stream = await opening;
  expect(await stream.ended).toBe("whole");
  expect(stream.received.at(-1)).toEqual({ control: "closed", topic: "asked.opening" });
  expect(stream.messages).toEqual([]);
});

test("access that ends while it is being asked about is noticed", async () => {
  const topic = "asked.again";
  ask = () => Promise.resolve(true);
  const stream = await site.open(topic);
  await stream.until(control("positions"));
  let may = true;
  const { asked, release } = holdQuestion(() => may);
  const recheck = (data: string) =>
    inTransaction(site.db, async (tx) => {
      await site.app.deps.realtime.recheck(tx, topic);
      await site.app.deps.realtime.publish(tx, topic, "sample", data);
    });
  await recheck("first");
  await asked;
  may = false;
  await recheck("second");
  release();
  expect(await stream.ended).toBe("whole");
  expect(stream.messages).toEqual([]);
});

test("a session that ends while its connection opens is noticed", async () => {
  const person = await site.as("user");
  const { asked, release } = holdQuestion(() => true);
  const opening = site.open("asked.session", { token: person.token });
  await asked;
  await other.clientOf(person).post("/api/auth/logout");
  release();
  const stream = await opening;
  expect(await stream.ended).toBe("whole");
  expect(stream.controls).toEqual([]);
});

test("what was missed while access was being asked is there once, in order", async () => {
  const topic = "asked.slowly";
  ask = () => Promise.resolve(true);
  const stream = await site.open(topic);
  await stream.until(control("positions"));
  const { asked, release } = holdQuestion(() => true);
  await site.publish(topic, 1);
  await inTransaction(site.db, (tx) => site.app.deps.realtime.recheck(tx, topic));
  await asked;
  for (const data of [3, 4]) await site.publish(topic, data);
  release();
  await site.publish(topic, 5);
  await stream.until(numbered(5));
  expect(stream.messages.map(({ seq, data }) => [seq, data])).toEqual([
    [1, 1],
    [3, 3],
    [4, 4],
    [5, 5],
  ]);
});

test.each([
  [undefined, 200],
  ["same-origin", 200],
  ["none", 200],
  ["same-site", 403],
  ["cross-site", 403],
  ["anything", 403],
] as const)("a stream that a page of %s asks for: %i", async (from, status) => {
  const headers: Record<string, string> = from === undefined ? {} : { "sec-fetch-site": from };
  const stream = await site.open("sample.1", { headers });
  expect(stream.status).toBe(status);
});

test("a session that expires ends its streams when access is asked the next time", async () => {
  const person = await site.as("user");
  const stream = await site.open("private.9", { token: person.token });
  await stream.until(control("positions"));
  await sql`update sessions set expires_at = clock_now() where user_id = ${person.id}`.execute(site.db);
  await inTransaction(site.db, (tx) => site.app.deps.realtime.recheck(tx, "private.9"));
  expect(await stream.ended).toBe("whole");
});
