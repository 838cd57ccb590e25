import { targetNames } from "./store.ts";
import { defineModule } from "#server/platform/module.ts";
import { mayReadTopic, roomNamer, subjectOf, topicOf } from "./rooms.ts";
import { chatRoutes } from "./routes.ts";
import { deletedDisplayName } from "#server/modules/accounts/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { RecordSource } from "#server/platform/personal-records.ts";
import * as store from "./records-store.ts";

export { banPerson, undoBan } from "./bans.ts";
export { hideMessagesOf, restoreMessagesOf } from "./removal.ts";
export { guestName } from "./rules.ts";
export { openRoom, topicOf } from "./rooms.ts";
export type { ChatOwner } from "./owners.ts";

/** Chat rooms of whatever later modules have: a stream, say. */
export const chat = defineModule("chat", ({ deps }) => ({
  routes: (context) => chatRoutes(context, deps),
  topics: { prefix: "chat", mayRead: (visitor, id) => mayReadTopic(deps, visitor, id) },
  targetNames: { ...targetNames, chat_room: roomNamer(deps) },
  staffActions: ["chat_room.changed"],
  personalData: { chat: chatRecords(deps) },
}));

/** What chat stores about a person: their messages and reactions. */
const chatRecords = ({ realtime }: Deps): RecordSource => ({
  async read(db, { id }) {
    return { messages: await store.findMessagesOf(db, id), reactions: await store.findReactionsOf(db, id) };
  },
  // What they wrote stays, because others answered it. Their name goes, also from what can be replayed.
  async forget(tx, { id }) {
    for (const { roomId, messageId } of await store.forgetAuthor(tx, id, deletedDisplayName)) {
      await realtime.scrub(tx, topicOf(roomId), subjectOf(messageId));
    }
  },
  count: (db, id) => store.countMessagesOf(db, id),
  move: (tx, fromId, toId) => store.moveAuthor(tx, fromId, toId),
});
