import { defineModule } from "#server/platform/module.ts";
import { chatRecords } from "./records.ts";
import { mayReadTopic } from "./rooms.ts";
import { chatRoutes } from "./routes.ts";
import { targetNames } from "./target-names-store.ts";

export { banPerson, undoBan } from "./bans.ts";
export { hideMessagesOf, restoreMessagesOf } from "./removal.ts";
export { guestName } from "./rules.ts";
export { openRoom, topicOf } from "./rooms.ts";
export type { ChatOwner, OwnedRoom } from "./owners.ts";

/** Chat rooms of whatever later modules have: a stream, say. */
export const chat = defineModule("chat", ({ deps }) => ({
  routes: (context) => chatRoutes(context, deps),
  topics: { prefix: "chat", mayRead: (visitor, id) => mayReadTopic(deps, visitor, id) },
  targetNames,
  staffActions: ["chat_room.changed"],
  personalData: { chat: chatRecords(deps) },
}));
