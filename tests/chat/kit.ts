import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { openRoom } from "#server/modules/chat/index.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import { defineModule } from "#server/platform/module.ts";
import type { Client, Site, SiteOptions } from "#testing/site.ts";
import { openChannel } from "#testing/channel.ts";

const isListed = async (db: Database, list: string, userId: number | undefined) => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from show_lists where list = ${list} and user_id = ${userId ?? null}) as found`.execute(db);
  return rows[0]!.found;
};

/** Rooms of kinds that only tests have: who has a ticket and who hosts are rows, so that all nodes agree. */
export const sampleShows = [
  defineModule("sample-shows", ({ deps: { db } }) => ({
    chatOwner: {
      kind: "show",
      mayPost: (visitor) => isListed(db, "ticket", visitor.id),
      isHost: (visitor) => isListed(db, "host", visitor.id),
    },
  })),
  // Only people with a ticket may know of these.
  defineModule("sample-circles", ({ deps: { db } }) => ({
    chatOwner: {
      kind: "circle",
      mayRead: (visitor) => isListed(db, "ticket", visitor?.id),
      mayPost: (visitor) => isListed(db, "ticket", visitor.id),
    },
  })),
];

export type ChatSite = Awaited<ReturnType<typeof openChatSite>>;

/** A site with chat rooms that listens on a port. */
export async function openChatSite(options: SiteOptions = {}) {
  const site = await openChannel({ extraModules: sampleShows, ...options });
  await sql`create table if not exists show_lists (list text, user_id bigint)`.execute(site.db);
  return {
    ...site,
    list: (list: "ticket" | "host", { id }: Client) =>
      sql`insert into show_lists values (${list}, ${id})`.execute(site.db),
  };
}

let shows = 0;
/** Opens a room of a new show. */
export const createRoom = (
  site: Pick<Site, "db">,
  terms: Partial<Parameters<typeof openRoom>[1]> = {},
): Promise<number> => inTransaction(site.db, (tx) => openRoom(tx, { kind: "show", id: ++shows, ...terms }));

/** Posts a message. */
export const sendChat = (who: Client, roomId: number, text: string, more: object = {}) =>
  who.call("POST", `/api/chat/rooms/${roomId}/messages`, { clientId: randomUUID(), text, ...more });

export const reason = "House rules";
