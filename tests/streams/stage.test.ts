import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ChatState } from "#contract/chat/chat.ts";
import { createStreamSite, type StreamSite } from "#testing/stream-site.ts";

let site: StreamSite;
beforeAll(async () => {
  site = await createStreamSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  // Each test has the key for itself.
  await sql`update streams set deleted_at = clock_now() where deleted_at is null`.execute(site.db);
});

const published = async (id: number) =>
  (
    await sql<{ type: string; data: unknown }>`
      select type, data from realtime_messages where topic = ${`stream.${id}`} order by seq`.execute(site.db)
  ).rows;

test("a host shows a product or an event beside a stream, and everyone who follows it hears of it", async () => {
  const { id } = await site.createStream();
  const productId = await site.create.product({ title: "Yard Tee", slug: "yard-tee-live" });
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const set = (offer: object | null) => site.admin.call("PUT", `/api/admin/streams/${id}/offer`, { offer });
  const shown = async () => (await site.admin.get(`/api/streams/${id}`)).body.offer;

  const product = { kind: "product", id: productId, slug: "yard-tee-live", title: "Yard Tee" };
  expect((await set({ kind: "product", id: productId })).body.offer).toEqual(product);
  expect(await shown()).toEqual(product);
  await set({ kind: "event", id: eventId });
  expect(await shown()).toMatchObject({ kind: "event", id: eventId, title: "Velvet Riddim" });
  await set(null);
  expect(await shown()).toBeNull();
  const news = (await published(id)).filter(({ type }) => type === "offer");
  expect(news.map(({ data }) => (data as { offer: object | null }).offer)).toEqual([
    product,
    expect.objectContaining({ kind: "event" }),
    null,
  ]);
});

test("what visitors can't see isn't offered, and an offer ends with what it shows", async () => {
  const { id } = await site.createStream();
  const set = (offer: object) => site.admin.call("PUT", `/api/admin/streams/${id}/offer`, { offer });
  expect((await set({ kind: "product", id: 999_999 })).status).toBe(404);
  const productId = await site.create.product({ slug: "gone-soon" });
  expect((await set({ kind: "product", id: productId })).status).toBe(200);
  await sql`update products set publication = 'draft' where id = ${productId}`.execute(site.db);
  expect((await site.admin.get(`/api/streams/${id}`)).body.offer).toBeNull();
});

test("each stream has a chat for those who can watch it, and its audience follows the access", async () => {
  const eventId = await site.create.event();
  const stream = await site.createStream({ access: "free" });
  const room = `/api/chat/rooms/${stream.chatRoomId}` as const;
  const audience = async () => (await site.admin.get<ChatState>(room)).body.room.audience;
  expect(await audience()).toBe("signed_in");
  const { version } = (await site.admin.get(`/api/admin/streams/${stream.id}`)).body;
  const draft = {
    title: "Yard Sessions",
    startsAt: stream.startsAt,
    timeZone: stream.timeZone,
    source: { kind: "push", keyId: site.host.id },
    access: "tickets",
    eventId,
    version,
  };
  expect((await site.admin.call("PUT", `/api/admin/streams/${stream.id}`, draft)).status).toBe(200);
  expect(await audience()).toBe("ticket_holders");

  const typeId = await site.create.ticketType({ eventId });
  const [holder, other] = [await site.as("user"), await site.as("user")];
  await site.buy(holder, [{ ticketTypeId: typeId, quantity: 1 }]);
  const refusal = async (who: typeof holder) => (await who.get<ChatState>(room)).body.you.refusal;
  expect(await refusal(holder)).toBeNull();
  expect(await refusal(other)).toBe("ticket_holders");
});

test("the chat and the channel of a draft are staff's", async () => {
  const { id, chatRoomId } = await site.createStream({}, { isPublished: false });
  const user = await site.as("user");
  expect((await user.get(`/api/chat/rooms/${chatRoomId}`)).status).toBe(404);
  expect((await user.get(`/api/stream/stream.${id}`)).text).toContain('"control":"closed"');
  expect((await site.admin.get(`/api/chat/rooms/${chatRoomId}`)).status).toBe(200);
});

test("each change of a stream's status is told on its topic", async () => {
  const { id } = await site.createStream();
  await site.push(3);
  await vi.waitFor(async () => expect(await site.statusOf(id)).toBe("live"));
  await site.admin.post(`/api/admin/streams/${id}/end`, {});
  const told = (await published(id)).filter(({ type }) => type === "status");
  expect(told.map(({ data }) => (data as { status: string }).status)).toEqual(
    expect.arrayContaining(["live", "ended"]),
  );
});

test("admins find streams by their titles, drafts included", async () => {
  await site.createStream({ title: "Jouvert Sunrise" }, { isPublished: false });
  const { body } = await site.admin.get("/api/admin/search?q=jouvert");
  expect(body.groups).toEqual([
    expect.objectContaining({
      kind: "streams",
      hits: [expect.objectContaining({ title: "Jouvert Sunrise", detail: expect.stringMatching(/ · Draft$/) })],
    }),
  ]);
});

test("a key can belong to a member, who moderates the chats of its streams and no others", async () => {
  const host = await site.as("user");
  const email = "kezia@example.com";
  await sql`update users set email = ${email} where id = ${host.id}`.execute(site.db);
  const create = (hostEmail: string) => site.admin.post("/api/admin/stream-keys", { name: "DJ Kezia", hostEmail });
  expect((await create("nobody@example.com")).body.errors).toEqual([
    expect.objectContaining({ path: "hostEmail", message: "No member has this email. Ask them to sign up first." }),
  ]);
  const { body: key } = await create(email);
  expect(key.hostName).not.toBeNull();
  const own = await site.createStream({}, { key: { id: key.id, key: key.key } });
  const others = await site.createStream();
  const canModerate = async (id: number | null) => (await host.get(`/api/chat/rooms/${id}`)).body.you.canModerate;
  expect(await canModerate(own.chatRoomId)).toBe(true);
  expect(await canModerate(others.chatRoomId)).toBe(false);
  await site.admin.call("DELETE", `/api/admin/stream-keys/${key.id}`, {});
  expect(await canModerate(own.chatRoomId)).toBe(false);
});
