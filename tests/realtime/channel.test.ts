import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/db/database.ts";
import { control, numbered } from "#testing/stream-client.ts";
import { openChannel, type Channel } from "#testing/channel.ts";

let site: Channel;
let other: Channel;
beforeAll(async () => {
  site = await openChannel();
  other = await openChannel({ database: site.database });
});
afterAll(async () => {
  await other.close();
  await site.close();
});

let topics = 0;
/** A topic that no other test has. */
const newTopic = () => `sample.${++topics}`;

const textsOf = (stream: { messages: { data: unknown }[] }) => stream.messages.map(({ data }) => data);

test("a connection starts at the end of its topics, says where that is, and then gets every message in order", async () => {
  const [first, second] = [newTopic(), newTopic()];
  await site.publish(first, "before");
  const stream = await site.open(`${first},${second}`);
  expect(await stream.until(control("positions"))).toEqual({
    control: "positions",
    positions: { [first]: 1, [second]: 0 },
  });
  expect(stream.lastId).toBe(`${first}:1;${second}:0`);
  // Here and on another node.
  await site.publish(first, "a");
  await other.publish(second, "b");
  await other.publish(first, "c");
  await stream.until(numbered(3, first));
  await stream.until(numbered(1, second));
  // Each topic is in order; they don't wait for each other.
  const of = (topic: string) => stream.messages.filter((message) => message.topic === topic);
  expect(of(first)).toEqual([
    { topic: first, seq: 2, type: "sample", data: "a" },
    { topic: first, seq: 3, type: "sample", data: "c" },
  ]);
  expect(of(second)).toEqual([{ topic: second, seq: 1, type: "sample", data: "b" }]);
  expect(stream.lastId).toBe(`${first}:3;${second}:1`);
});

test("a response says that nobody may hold it back, and nothing compresses it", async () => {
  const stream = await site.open(newTopic(), { headers: { "accept-encoding": "gzip, br" } });
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  expect(stream.headers["content-encoding"]).toBeUndefined();
});

test.each(["since", "lastId"])("someone who comes back with %s gets what they missed, once", async (way) => {
  const topic = newTopic();
  for (const text of ["a", "b", "c"]) await site.publish(topic, text);
  const stream = await other.open(topic, { [way]: `${topic}:1` });
  expect(await stream.until(control("positions"))).toMatchObject({ positions: { [topic]: 1 } });
  await site.publish(topic, "d");
  await stream.until(numbered(4));
  expect(textsOf(stream)).toEqual(["b", "c", "d"]);
  expect(stream.lastId).toBe(`${topic}:4`);
});

test("someone who comes back gets what they missed while others are already further", async () => {
  const topic = newTopic();
  const early = await site.open(topic);
  await early.until(control("positions"));
  for (const text of ["a", "b"]) await site.publish(topic, text);
  await early.until(numbered(2));
  const late = await site.open(topic, { since: `${topic}:1` });
  await late.until(numbered(2));
  await site.publish(topic, "c");
  await Promise.all([early.until(numbered(3)), late.until(numbered(3))]);
  expect([textsOf(early), textsOf(late)]).toEqual([
    ["a", "b", "c"],
    ["b", "c"],
  ]);
});

test("a message of a transaction that fails doesn't exist", async () => {
  const topic = newTopic();
  const stream = await site.open(topic);
  await stream.until(control("positions"));
  const failing = inTransaction(site.db, async (tx) => {
    await site.app.deps.realtime.publish(tx, topic, "sample", "never");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await site.publish(topic, "real");
  await stream.until(numbered(1));
  expect(textsOf(stream)).toEqual(["real"]);
});

test("messages older than an hour are deleted without a gap, and whoever missed one of them is told to load the state", async () => {
  const topic = newTopic();
  for (const text of ["a", "b", "c", "d"]) await site.publish(topic, text);
  await sql`update realtime_messages set at = at - interval '61 minutes' where topic = ${topic} and seq in (1, 3)`.execute(
    site.db,
  );
  await site.app.runJob("realtime-messages");
  const left = await sql`select seq from realtime_messages where topic = ${topic}`.execute(site.db);
  expect(left.rows).toEqual([{ seq: 4 }]);
  const tooLate = await site.open(topic, { since: `${topic}:2` });
  expect(await tooLate.until(control("reset"))).toEqual({ control: "reset", topic, seq: 4 });
  const inTime = await site.open(topic, { since: `${topic}:3` });
  await inTime.until(numbered(4));
  expect(inTime.controls.map((message) => message.control)).toEqual(["positions"]);
  await site.publish(topic, "e");
  await tooLate.until(numbered(5));
  expect(textsOf(tooLate)).toEqual(["e"]);
});

test("whoever missed more bytes than a replay has loads the state instead", async () => {
  const topic = newTopic();
  for (let count = 0; count < 3; count++) await site.publish(topic, "x".repeat(80_000));
  const stream = await site.open(topic, { since: `${topic}:0` });
  expect(await stream.until(control("reset"))).toMatchObject({ seq: 3 });
  const partly = await site.open(topic, { since: `${topic}:1` });
  await partly.until(numbered(3));
});

test("a message whose data was removed keeps its number and reaches nobody", async () => {
  const topic = newTopic();
  await site.publish(topic, "fine");
  await site.publish(topic, "rude", "post.7");
  await site.publish(topic, "fine too", "post.8");
  await inTransaction(site.db, (tx) => site.app.deps.realtime.scrub(tx, topic, "post.7"));
  const stream = await site.open(topic, { since: `${topic}:0` });
  await stream.until(numbered(3));
  expect(textsOf(stream)).toEqual(["fine", "fine too"]);
  const { rows } = await sql<{ kept: string }>`
    select string_agg(data::text, ' ') as kept from realtime_messages where topic = ${topic}`.execute(site.db);
  expect(rows[0]!.kept).not.toContain("rude");
});

test("topics that a visitor may not read, or that nobody knows, are closed at once; the others go on", async () => {
  const topic = newTopic();
  const stream = await site.open(`private.1,${topic},unknown.2`);
  await stream.until(control("positions"));
  expect(stream.controls).toEqual([
    { control: "closed", topic: "private.1" },
    { control: "closed", topic: "unknown.2" },
    { control: "positions", positions: { [topic]: 0 } },
  ]);
  const refused = await site.open("private.1");
  expect(await refused.ended).toBe("whole");
  expect(refused.received).toEqual([{ control: "closed", topic: "private.1" }]);
});

test("when access changes, all nodes ask again: who lost it gets nothing more of the topic, others miss nothing", async () => {
  const topic = "private.7";
  const shared = newTopic();
  const [stays, goes] = [await site.as("user"), await site.as("user")];
  const streams = {
    stays: await site.open(`${topic},${shared}`, { token: stays.token }),
    goes: await other.open(`${topic},${shared}`, { token: goes.token }),
    onlyThis: await other.open(topic, { token: goes.token }),
  };
  for (const stream of Object.values(streams)) await stream.until(control("positions"));
  await site.publish(topic, "before");
  await inTransaction(site.db, async (tx) => {
    await sql`insert into barred values (${goes.id})`.execute(tx);
    await site.app.deps.realtime.recheck(tx, topic);
    await site.app.deps.realtime.publish(tx, topic, "sample", "after");
  });
  await streams.stays.until(numbered(3, topic));
  expect(textsOf(streams.stays)).toEqual(["before", "after"]);
  await streams.goes.until(control("closed"));
  await site.publish(shared, "shared");
  await streams.goes.until(numbered(1, shared));
  expect(textsOf(streams.goes)).toEqual(["before", "shared"]);
  expect(streams.goes.lastId).toBe(`${shared}:1`);
  expect(await streams.onlyThis.ended).toBe("whole");
  expect(streams.onlyThis.received.at(-1)).toEqual({ control: "closed", topic });
});

test.each([
  "/api/stream/nonsense",
  "/api/stream/a.1,,b.2",
  `/api/stream/${Array.from({ length: 21 }, (_, index) => `sample.${index}`).join()}`,
])("%s is refused", async (url) => {
  expect((await site.anon.get(url)).status).toBe(400);
});

test("a reader who stops reading is dropped, and the others aren't held up", async () => {
  const topic = newTopic();
  const [slow, quick] = [await site.open(topic), await site.open(topic)];
  await Promise.all([slow.until(control("positions")), quick.until(control("positions"))]);
  slow.pause();
  const dropped = async () =>
    /^\w*realtime_dropped_total (\d+)/m.exec((await site.anon.get("/metrics")).text)?.[1] ?? "0";
  let seq = 0;
  // The system buffers a few megabytes by itself.
  while ((await dropped()) === "0" && seq < 1000) {
    seq = await site.publish(topic, "x".repeat(90_000));
    await quick.until(numbered(seq));
  }
  expect(await dropped()).toBe("1");
  expect(textsOf(quick)).toHaveLength(seq);
});

test("a person has at most six connections, an address fifty, and a closed one makes room", async () => {
  const limited = await openChannel({ database: site.database, settings: { RATE_LIMITS: "on" } });
  const { token } = await limited.as("user");
  const topic = newTopic();
  const openAll = (count: number, more = {}) =>
    Promise.all(Array.from({ length: count }, () => limited.open(topic, more)));
  const own = await openAll(6, { token });
  expect(own.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect((await limited.open(topic, { token })).status).toBe(429);
  const others = await openAll(44);
  expect(others.map(({ status }) => status)).toEqual(Array(44).fill(200));
  expect((await limited.open(topic)).status).toBe(429);
  own[0]!.close();
  await expect.poll(async () => (await limited.open(topic, { token })).status).toBe(200);
  expect((await limited.open(topic)).status).toBe(429);
  await limited.close();
});

test("a stream counts as a request, but how long it was open isn't among the times of requests", async () => {
  const own = await openChannel({ database: site.database });
  const stream = await own.open(newTopic());
  await stream.until(control("positions"));
  stream.close();
  const linesOf = async (name: string) =>
    (await own.anon.get("/metrics")).text
      .split("\n")
      .filter((line) => line.includes(name) && line.includes("/api/stream/"));
  await expect.poll(() => linesOf("http_requests_total")).toHaveLength(1);
  expect(await linesOf("http_request_duration_seconds")).toEqual([]);
  // One that ends at once is timed like any other.
  await own.anon.get("/api/stream/unknown.1");
  expect((await linesOf("http_request_duration_seconds")).length).toBeGreaterThan(0);
  await own.close();
});

test("a node that stops ends its streams whole, at once, and takes no new ones", async () => {
  const stopping = await openChannel({ database: site.database });
  const stream = await stopping.open(newTopic());
  await stream.until(control("positions"));
  const closed = stopping.app.close();
  expect(await stream.ended).toBe("whole");
  await closed;
  await stopping.close();
});
