import type { ChatAudience } from "#contract/chat/chat.ts";
import type { StreamAccess } from "#contract/streams/streams.ts";
import { openRoom, type ChatOwner } from "#server/modules/chat/index.ts";
import { findOpeningTickets } from "#server/modules/tickets/index.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { isHostOf } from "./keys/store.ts";
import { findNamedStream } from "./store.ts";
import { findGated } from "./watching/access-store.ts";

/** Who may write beside a stream: whoever may watch it. Everyone may read, so that guests see what they miss. */
const audiences: Record<StreamAccess, ChatAudience> = {
  free: "signed_in",
  members: "members",
  tickets: "ticket_holders",
  pass: "ticket_holders",
};

/** Opens a stream's chat, before and after the show too, or gives it the audience of a new access. */
export const openStreamChat = (tx: Tx, id: number, access: StreamAccess): Promise<number> =>
  openRoom(tx, { kind: "stream", id, audience: audiences[access] });

/** What streams decide about their chats. */
export const streamChat = (db: Queryable): ChatOwner => ({
  kind: "stream",
  mayRead: async (visitor, { ownerId }) => isKnown(db, visitor, ownerId),
  async mayPost(visitor, { ownerId }) {
    const stream = await findGated(db, ownerId);
    if (stream === undefined) return false;
    const opening = stream.access === "pass" ? { ticketTypeIds: stream.passTypeIds } : { eventId: stream.eventId };
    return (await findOpeningTickets(db, visitor, opening)).length > 0;
  },
  isHost: (visitor, { ownerId }) => isHostOf(db, visitor.id, ownerId),
});

/** Drafts are staff's. */
const isKnown = async (db: Queryable, visitor: Principal | undefined, id: number): Promise<boolean> =>
  hasRole(visitor, "admin") || (await findNamedStream(db, id)) !== undefined;

/** True if a visitor may follow the topic of the stream with this id. */
export const mayFollow = async (db: Queryable, visitor: Principal | undefined, id: string): Promise<boolean> =>
  /^[1-9]\d{0,14}$/.test(id) && isKnown(db, visitor, Number(id));
