import { sql } from "kysely";
import type { Role } from "#contract/accounts/accounts.ts";
import type { ReviewItem } from "#contract/community/safety.ts";
import { createSite, type Client, type Site, type SiteOptions } from "#testing/site.ts";

export const reason = "House rules";

/** A site where new members' posts are published at once, unless a test sets another number. */
export async function openCommunity({ heldPosts = 0, ...options }: SiteOptions & { heldPosts?: number } = {}) {
  const site = await createSite(options);
  await sql`update community_rules set held_posts = ${heldPosts}`.execute(site.db);
  return site;
}

/** Posts something. */
export const post = (who: Client, text: string, more: object = {}) =>
  who.post("/api/community/posts", { text, images: [], eventId: null, ...more });

/** Comments on a post. */
export const comment = (who: Client, postId: number, text: string, parentId: number | null = null) =>
  who.post(`/api/community/posts/${postId}/comments`, { text, parentId });

/** The ids of a feed. */
export async function feedOf(who: Client, query = ""): Promise<number[]> {
  const { body } = await who.get(`/api/community/posts?${query}`);
  return body.items.map(({ id }) => id);
}

let count = 0;
/** A ready image that someone uploaded. */
export async function image({ db }: Pick<Site, "db">, owner: Client): Promise<{ pictureId: number; alt: string }> {
  const { rows } = await sql<{ id: number }>`
    insert into pictures (key, status, file_name, width, height, dominant, accent, uploaded_by, is_library)
    values (${`member-${++count}-${process.pid}`}, 'ready', 'photo', 4, 5, '#101010', '#c9a24b', ${owner.id}, false)
    returning id`.execute(db);
  return { pictureId: rows[0]!.id, alt: "People dancing" };
}

/** A valid ticket of an event for someone, bought through the shop. */
export async function ticketOf(site: Site, who: Client, eventId: number): Promise<number> {
  const ticketTypeId = await site.create.ticketType({ eventId, priceCents: 0, feeCents: 0, pricing: "free" });
  const bought = await site.buy(who, [{ ticketTypeId, quantity: 1 }]);
  const { rows } = await sql<{ id: number }>`
    select id from tickets where owner_id = ${who.id} and event_id = ${eventId} order by id desc limit 1`.execute(
    site.db,
  );
  if (rows[0] === undefined) throw new Error(bought.text);
  return rows[0].id;
}

/** An event that runs now. */
export const runningEvent = (site: Site, more: object = {}): Promise<number> =>
  site.create.event({ startsAt: new Date(Date.now() - 3_600_000), endsAt: new Date(Date.now() + 3_600_000), ...more });

/** The realtime messages of a topic, in order. */
export async function messagesOf({ db }: Pick<Site, "db">, topic: string): Promise<{ type: string; data: any }[]> {
  const { rows } = await sql<{ type: string; data: unknown }>`
    select type, data from realtime_messages where topic = ${topic} order by seq`.execute(db);
  return rows;
}

/** The open item of the review queue about something. */
export async function reviewOf(moderator: Client, kind: string, targetId: number): Promise<ReviewItem | undefined> {
  let cursor = "";
  for (;;) {
    const { body } = await moderator.get(`/api/community/review?${cursor}`);
    const found = body.items.find(({ content }) => content.kind === kind && content.id === targetId);
    if (found !== undefined || body.nextCursor === null) return found;
    cursor = `cursor=${body.nextCursor}`;
  }
}

/** True if someone may follow a topic of the community. */
export function mayFollow({ app }: Pick<Site, "app">, who: Client, id: string, role: Role = "user"): Promise<boolean> {
  const family = app.deps.contributed("topics").find(({ prefix }) => prefix === "community")!;
  const person = { role, username: "", displayName: "", avatar: null, email: null, mayActAsStaff: true };
  return family.mayRead(who.token === undefined ? undefined : { id: who.id, ...person }, id);
}
