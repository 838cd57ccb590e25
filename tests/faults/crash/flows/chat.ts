import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createRoom } from "#tests/chat/kit.ts";
import type { Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { countRows } from "./scenes.ts";

/** Returns what differs from so many messages that a room's topic ever had: the messages themselves are deleted in time. */
async function compareTopic({ db }: Pick<Site, "db">, roomId: number, must: number) {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0) as seq from realtime_topics where topic = ${`chat.${roomId}`}`.execute(db);
  return rows[0]!.seq === must ? [] : [`the topic had ${rows[0]!.seq} messages, must have had ${must}`];
}

const reason = "House rules";

/** What people write in chat, and what moderators do about it. */
export const chatFlows = [
  flow({
    name: "a message is posted in a chat room",
    covers: ["POST /api/chat/rooms/{id}/messages"],
    async prepare(site) {
      return { roomId: await createRoom(site), token: (await site.as("user")).token, clientId: randomUUID() };
    },
    async run({ send }, { roomId, token, clientId }) {
      await send({ path: `/api/chat/rooms/${roomId}/messages`, token, body: { clientId, text: "Big tune" } });
    },
    async check(site, { roomId }) {
      const posted = await countRows(site, "chat_messages");
      return [...(posted === 1 ? [] : [`${posted} messages were posted`]), ...(await compareTopic(site, roomId, 1))];
    },
  }),
  flow({
    name: "a chat message is hidden",
    covers: ["POST /api/chat/messages/{id}/hide"],
    async prepare(site) {
      const roomId = await createRoom(site);
      const body = { clientId: randomUUID(), text: "Rude" };
      const said = await (await site.as("user")).post(`/api/chat/rooms/${roomId}/messages`, body);
      return { roomId, messageId: said.body.id, token: (await site.as("moderator")).token };
    },
    async run({ send }, { messageId, token }) {
      await send({ path: `/api/chat/messages/${messageId}/hide`, token, body: { reason } });
    },
    async check(site, { roomId }) {
      const found = [
        await countRows(site, "chat_messages where hidden_at is not null"),
        await countRows(site, "chat_log where action = 'hidden'"),
        await countRows(site, "audit_log where action = 'chat_message.hidden'"),
      ].join();
      return [
        ...(found === "1,1,1" ? [] : [`messages hidden, logged and in the activity log are ${found}`]),
        ...(await compareTopic(site, roomId, 2)),
      ];
    },
  }),
];
