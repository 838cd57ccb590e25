import { z } from "zod";
import { ChatAudience, ChatLogEntry, ChatMessage, ChatRoom, LinkRule } from "./chat.ts";
import { endpoint } from "../endpoint.ts";
import { Reason } from "../form-fields.ts";
import { ById, Empty, Id, IdParam, Items, ReasonBody } from "../shapes.ts";

// Moderators, admins and the room's hosts: the service decides by the room, so all of them only ask for a session.

/**
 * Its text leaves the server no more, neither in history nor in replays. A pinned one is unpinned. Hiding it again
 * changes nothing.
 */
export const hideChatMessage = endpoint("POST /api/chat/messages/{id}/hide", "Hide a message from everyone", {
  access: "guest",
  params: ById,
  body: ReasonBody,
  reply: Empty,
  errors: ["not_found", "not_allowed"],
});

/** It is back where it was, but not pinned. Restoring it again changes nothing. */
export const restoreChatMessage = endpoint("POST /api/chat/messages/{id}/restore", "Show a hidden message again", {
  access: "guest",
  params: ById,
  body: ReasonBody,
  reply: ChatMessage,
  errors: ["not_found", "not_allowed"],
});

/** A room has one pin: the next one replaces it. `not_found` also for a hidden message. */
export const pinChatMessage = endpoint("PUT /api/chat/rooms/{id}/pin", "Pin a message above the chat; null unpins", {
  access: "guest",
  params: ById,
  body: z.strictObject({ messageId: Id.nullable() }),
  reply: ChatRoom,
  errors: ["not_found", "not_allowed"],
});

/** Omitted fields stay as they are. */
export const ChatRoomChange = z.strictObject({
  audience: ChatAudience.optional(),
  slowSeconds: z.int().min(0).max(600).optional(),
  links: LinkRule.optional(),
  isPaused: z.boolean().optional(),
  reason: Reason,
});
export type ChatRoomChange = z.infer<typeof ChatRoomChange>;

/** Recorded in the room's log and in the activity log. */
export const changeChatRoom = endpoint("PATCH /api/chat/rooms/{id}", "Change the rules of a chat room", {
  access: "guest",
  params: ById,
  body: ChatRoomChange,
  reply: ChatRoom,
  errors: ["not_found", "not_allowed"],
});

/**
 * `seconds` makes it a timeout: they can read but not post. `isEverywhere` means every room, for staff only.
 * `hidesMessages` also hides everything that they wrote there.
 */
export const ChatBan = z.strictObject({
  personId: Id,
  seconds: z.int().min(10).max(2_592_000).nullable(),
  isEverywhere: z.boolean(),
  hidesMessages: z.optional(z.boolean()),
  reason: Reason,
});
export type ChatBan = z.infer<typeof ChatBan>;

/**
 * `not_allowed` also for staff, the room's hosts and one's own account. Their open connections lose the room on every
 * node.
 */
export const banFromChat = endpoint("POST /api/chat/rooms/{id}/bans", "Ban someone, or give them a timeout", {
  access: "guest",
  params: ById,
  body: ChatBan,
  reply: Empty,
  errors: ["not_found", "not_allowed"],
});

/** Without a ban or timeout, nothing changes. `showsMessages` also shows again what their last ban there hid. */
export const unbanFromChat = endpoint("POST /api/chat/rooms/{id}/unban", "Lift someone's ban or timeout", {
  access: "guest",
  params: ById,
  body: z.strictObject({
    personId: Id,
    isEverywhere: z.boolean(),
    showsMessages: z.optional(z.boolean()),
    reason: Reason,
  }),
  reply: Empty,
  errors: ["not_found", "not_allowed"],
});

/** A hundred before `before`. `not_found` also for those who don't moderate the room. */
export const listChatLog = endpoint(
  "GET /api/chat/rooms/{id}/log",
  "What moderators did in a chat room, newest first",
  {
    access: "guest",
    params: ById,
    query: z.object({ before: IdParam.optional() }),
    reply: Items(ChatLogEntry),
    errors: ["not_found"],
  },
);
