import { deletedDisplayName } from "#server/modules/accounts/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { RecordSource } from "#server/platform/personal-records.ts";
import * as store from "./records-store.ts";
import { subjectOf, topicOf } from "./rooms.ts";

/** What chat stores about a person: their messages and reactions. */
export const chatRecords = ({ realtime }: Deps): RecordSource => ({
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
