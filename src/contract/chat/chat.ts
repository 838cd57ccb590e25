import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { lineChecks } from "../form-fields.ts";
import { ById, Empty, Id, IdParam, Instant, InstantOrNull, TextOrNull, Uuid } from "../shapes.ts";

/** Who may post in a room. `ticket_holders` is what the room's owner module says. */
export const ChatAudience = z.enum(["signed_in", "members", "ticket_holders"]);
export type ChatAudience = z.infer<typeof ChatAudience>;

/** Who may post links: nobody, members whose earlier messages stood, everyone. */
export const LinkRule = z.enum(["off", "trusted", "all"]);
export type LinkRule = z.infer<typeof LinkRule>;

/** Each person has one reaction to a message, post or comment. */
export const ReactionKind = z.enum(["like", "love", "laugh", "fire", "clap", "wow"]);
export type ReactionKind = z.infer<typeof ReactionKind>;

/** What an author is to the room, beside the name. */
export const ChatBadge = z.enum(["host", "moderator", "admin"]);
export type ChatBadge = z.infer<typeof ChatBadge>;

/** A message that everyone in the room can see. */
export const ChatMessage = z.object({
  id: Id,
  at: Instant,
  /** Null for a deleted account. */
  authorId: Id.nullable(),
  authorName: z.string(),
  badge: ChatBadge.nullable(),
  text: z.string(),
  /** The message that it answers, which may be hidden by now. */
  replyToId: Id.nullable(),
  reactions: z.array(z.object({ kind: ReactionKind, count: z.int().min(1) })),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** Why someone can't post now, if they can't. */
export const PostRefusal = z.enum(["signed_out", "closed", "members", "ticket_holders", "timed_out"]);
export type PostRefusal = z.infer<typeof PostRefusal>;

/** `kind` says what it belongs to, such as a stream. `slowSeconds` is 0 without slow mode. */
export const ChatRoom = z.object({
  id: Id,
  kind: z.string(),
  audience: ChatAudience,
  slowSeconds: z.int(),
  links: LinkRule,
  opensAt: InstantOrNull,
  closesAt: InstantOrNull,
  isOpen: z.boolean(),
  pinned: ChatMessage.nullable(),
});
export type ChatRoom = z.infer<typeof ChatRoom>;

/** A room as a visitor finds it. */
export const ChatState = z.object({
  room: ChatRoom,
  /** The latest messages, oldest first. */
  messages: z.array(ChatMessage),
  hasEarlier: z.boolean(),
  /** Where the topic `chat.{id}` goes on. */
  position: z.int(),
  /** `name` is the one beside the visitor's own messages; null for signed-out visitors. */
  you: z.object({
    refusal: PostRefusal.nullable(),
    mutedUntil: InstantOrNull,
    canModerate: z.boolean(),
    name: TextOrNull,
  }),
});
export type ChatState = z.infer<typeof ChatState>;

/** `chat_banned` for someone who is banned; with a timeout they can still read. */
export const getChat = endpoint("GET /api/chat/rooms/{id}", "A chat room with its latest messages", {
  access: "public",
  params: ById,
  reply: ChatState,
  errors: ["not_found", "chat_banned"],
});

/** The 50 before `before`, oldest first. */
export const listChatMessages = endpoint("GET /api/chat/rooms/{id}/messages", "Earlier messages of a chat room", {
  access: "public",
  params: ById,
  query: z.object({ before: IdParam }),
  reply: z.object({ items: z.array(ChatMessage), hasEarlier: z.boolean() }),
  errors: ["not_found", "chat_banned"],
});

/** `clientId` is chosen by the browser: sending the same message again returns the first one. */
export const NewChatMessage = z.strictObject({
  clientId: Uuid,
  // Normalizing can turn one character into several.
  text: z
    .string()
    .normalize("NFC")
    .check(...lineChecks(1, 500)),
  replyToId: Id.optional(),
});

/**
 * Once for each `clientId`, however often it is sent. Slow mode and the rules for links and words don't bind
 * moderators.
 */
export const postChatMessage = endpoint("POST /api/chat/rooms/{id}/messages", "Post a message", {
  access: "guest",
  limit: "chat",
  params: ById,
  body: NewChatMessage,
  reply: ChatMessage,
  status: 201,
  errors: ["not_found", "chat_banned", "chat_closed", "not_allowed", "chat_refused", "slow_mode"],
});

/** Setting it again changes nothing. `not_found` also for a hidden message. */
export const setReaction = endpoint("PUT /api/chat/messages/{id}/reaction", "React to a message; null takes it back", {
  access: "guest",
  limit: "chat",
  params: ById,
  body: z.strictObject({ kind: ReactionKind.nullable() }),
  reply: Empty,
  errors: ["not_found", "chat_banned", "chat_closed", "not_allowed"],
});

/** `reason` is empty for pinning, which needs none. */
export const ChatLogEntry = z.object({
  id: Id,
  at: Instant,
  moderatorName: z.string(),
  action: z.enum(["hidden", "restored", "pinned", "unpinned", "timed_out", "banned", "unbanned", "changed"]),
  messageId: Id.nullable(),
  personId: Id.nullable(),
  personName: TextOrNull,
  reason: z.string(),
});
export type ChatLogEntry = z.infer<typeof ChatLogEntry>;
