import { sql } from "kysely";
import type { Client, Site } from "#testing/site.ts";

const day = 24 * 60 * 60 * 1000;

/** A stream that YouTube shows, as staff enter it. */
export const embedDraft = {
  title: "Sunday Session",
  description: "Live from the yard.",
  timeZone: "America/New_York",
  source: { kind: "embed", address: "https://youtu.be/dQw4w9WgXcQ" },
  access: "free",
  isRecorded: true,
};

/** One stream for each call that changes one, and two keys. */
export async function prepareStreams({ db }: Pick<Site, "db">, admin: Client) {
  const createStream = async (startsInMs: number) => {
    const startsAt = new Date(Date.now() + startsInMs).toISOString();
    const { body } = await admin.post("/api/admin/streams", { ...embedDraft, startsAt });
    await admin.post(`/api/admin/streams/${body.id}/publish`, { isPublished: true });
    return body.id;
  };
  const ended = await createStream(-day);
  await admin.post(`/api/admin/streams/${ended}/end`, {});
  const live = await createStream(-1000);
  // Another encoder sends to it, however long the calls before take.
  await sql`
    update streams set encoder = 'one', rival = 'other', rival_at = clock_now() + interval '1 day' where id = ${live}`.execute(
    db,
  );
  const { body: key } = await admin.post("/api/admin/stream-keys", { name: "DJ Marlon" });
  return {
    live,
    toEnd: await createStream(-1000),
    upcoming: await createStream(day),
    toDelete: await createStream(day),
    ended,
    keyId: key.id,
  };
}
