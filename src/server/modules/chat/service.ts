import type { ChatMessage, NewChatMessage, PostRefusal, ReactionKind } from "#contract/chat/chat.ts";
import type { z } from "zod";
import { findBannedWordsIn, hasStackedMarks, sentenceAbout } from "#server/modules/banned-words/index.ts";
import { chatRoom, findActive } from "#server/modules/restrictions/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { hasLink } from "#server/platform/links.ts";
import { findHandles, withoutMentions } from "#server/platform/mentions.ts";
import { requireReader, subjectOf, toMessage, topicOf } from "./rooms.ts";
import { authorName, badgeOf, isModerator, mayLink, messagesForTrust, refusePost } from "./rules.ts";
import * as store from "./store.ts";

const refusals: Record<PostRefusal, () => AppError> = {
  signed_out: () => new AppError("not_signed_in"),
  closed: () => new AppError("chat_closed"),
  members: () => new AppError("not_allowed", { message: "Only members can post here. Create an account to join in." }),
  ticket_holders: () => new AppError("not_allowed", { message: "Only ticket holders can post here" }),
  timed_out: () =>
    new AppError("not_allowed", { message: "A moderator gave you a timeout. You can post again later." }),
};

/** @throws AppError what keeps someone from posting, if anything does */
async function requireAuthor(deps: Deps, author: Principal, roomId: number) {
  const { room, person } = await requireReader(deps, author, roomId);
  const refusal = refusePost(person, room, room.now);
  if (refusal !== null) throw refusals[refusal]();
  return { room, person, isModerating: isModerator(person) };
}

/**
 * Posts a message: once for each `clientId`, however often it is sent. In slow mode, one of several messages that
 * someone sends at once gets through. A ban and a message of the same person wait for each other, so nothing is posted
 * after a ban. Moderators aren't bound by slow mode, links and words.
 *
 * @throws AppError `not_found` | `chat_banned` | `chat_closed` | `not_allowed` | `chat_refused` | `slow_mode`
 */
export async function postMessage(
  deps: Deps,
  author: Principal,
  roomId: number,
  { clientId, text, replyToId }: z.output<typeof NewChatMessage>,
): Promise<ChatMessage> {
  const { db, realtime } = deps;
  const { room, person, isModerating } = await requireAuthor(deps, author, roomId);
  const sent = await store.findSent(db, roomId, author.id, clientId);
  if (sent !== undefined) return requireShown(deps, sent);
  if (!isModerating) await requirePostable(deps, author, room, text);
  return inTransaction(db, async (tx) => {
    const again = () => store.findSent(tx, roomId, author.id, clientId);
    const slowSeconds = isModerating ? 0 : room.slowSeconds;
    if (!(await store.spendTurn(tx, roomId, author.id, slowSeconds))) {
      const earlier = await again();
      if (earlier !== undefined) return requireShown(deps, earlier);
      const retryAfterSeconds = await store.findWait(tx, roomId, author.id, slowSeconds);
      throw new AppError("slow_mode", { retryAfterSeconds });
    }
    const restriction = isModerating ? undefined : await findActive(tx, author.id, chatRoom(roomId));
    if (restriction !== undefined) throw new AppError("chat_banned");
    if (replyToId !== undefined && (await store.findPlace(tx, replyToId))?.roomId !== roomId)
      throw new AppError("not_found");
    const shown = { id: author.id, name: authorName(author), badge: badgeOf(person) };
    const id = await store.insertMessage(tx, { roomId, author: shown, text, replyToId: replyToId ?? null, clientId });
    if (id === undefined) return requireShown(deps, requireFound(await again()));
    const message = toMessage(requireFound(await store.findMessage(tx, id)));
    await realtime.publish(tx, topicOf(roomId), "message", message, { subject: subjectOf(id) });
    return message;
  });
}

/** What was sent before; a message that was hidden meanwhile is gone for its author too. */
const requireShown = async ({ db }: Deps, id: number) => toMessage(requireFound(await store.findMessage(db, id)));

/** Names in one message that are looked up: it is short. */
const maxMentions = 20;

/** @throws AppError `chat_refused` with a sentence for the author */
async function requirePostable({ db }: Deps, author: Principal, room: store.RoomRow, text: string): Promise<void> {
  const refuse = (message: string) => new AppError("chat_refused", { message });
  if (hasStackedMarks(text)) throw refuse("This message has letters with too many marks. Change it and try again.");
  const [found] = await findBannedWordsIn(db, text);
  if (found !== undefined) throw refuse(sentenceAbout(found));
  if (!hasLink(text)) return;
  const members = await store.findMembersByHandle(db, findHandles(text, maxMentions));
  if (!hasLink(withoutMentions(text, members))) return;
  const shown = room.links === "trusted" ? await store.countShown(db, author.id, messagesForTrust) : 0;
  if (!mayLink(room.links, author.role, shown))
    throw refuse("You can't post links here. Remove the link and try again.");
}

/**
 * Sets someone's reaction to a message; each person has one. Setting it again changes nothing.
 *
 * @throws AppError `not_found`, also for hidden messages | `chat_banned` | `chat_closed` | `not_allowed`
 */
export async function react(
  deps: Deps,
  person: Principal,
  messageId: number,
  kind: ReactionKind | null,
): Promise<void> {
  const { roomId } = requireFound(await store.findPlace(deps.db, messageId));
  await requireAuthor(deps, person, roomId);
  await inTransaction(deps.db, async (tx) => {
    // One after the other, so that the counts that are published last are right; and none after the message is hidden.
    if (!(await store.lockShown(tx, messageId))) throw new AppError("not_found");
    if (await store.setReaction(tx, messageId, person.id, kind)) await publishReactions(deps, tx, roomId, messageId);
  });
}

async function publishReactions({ realtime }: Deps, tx: Tx, roomId: number, messageId: number): Promise<void> {
  const { reactions } = requireFound(await store.findMessage(tx, messageId));
  await realtime.publish(
    tx,
    topicOf(roomId),
    "reactions",
    { id: messageId, reactions },
    { subject: subjectOf(messageId) },
  );
}
