import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openChannel } from "#testing/channel.ts";
import type { Client } from "#testing/site.ts";

type ChannelSite = Awaited<ReturnType<typeof openChannel>>;
let site: ChannelSite;
let other: ChannelSite;
let admin: Client;
let topic: string;
let eventId: number;

beforeAll(async () => {
  site = await openChannel();
  other = await openChannel({ database: site.database });
  admin = await site.as("admin");
  eventId = await site.create.event();
  topic = `door.${eventId}`;
});
afterAll(async () => {
  await other.close();
  await site.close();
});

/** Someone at the door, with a live connection to each node. */
async function openBoth() {
  const person = await site.as("user");
  const { body } = await admin.post("/api/grants", { userId: person.id, kind: "door", eventId });
  const streams = [await site.open(topic, { token: person.token }), await other.open(topic, { token: person.token })];
  for (const stream of streams)
    await stream.until((message) => "control" in message && message.control === "positions");
  return { grantId: body.id, streams, person };
}

test.each([
  ["revoked", (id: number) => admin.post(`/api/grants/${id}/revoke`, {})],
  [
    "over",
    async (id: number) => {
      await sql`update grants set given_at = given_at - interval '1 hour', ends_at = clock_now() where id = ${id}`.execute(
        site.db,
      );
      await site.app.runJob("ended-grants");
    },
  ],
])("once a grant is %s, the door's live connections close on every node", async (_, end) => {
  const { grantId, streams, person } = await openBoth();
  await end(grantId);
  for (const stream of streams) {
    await stream.ended;
    expect(stream.received.at(-1)).toEqual({ control: "closed", topic });
  }
  const again = await site.open(topic, { token: person.token });
  await again.ended;
  expect(again.received).toEqual([{ control: "closed", topic }]);
});

test("a grant opens the live channel of its own event only", async () => {
  const { person } = await openBoth();
  const foreign = `door.${await site.create.event()}`;
  const stream = await site.open(foreign, { token: person.token });
  await stream.ended;
  expect(stream.received).toEqual([{ control: "closed", topic: foreign }]);
});
