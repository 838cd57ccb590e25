import { randomUUID } from "node:crypto";
import type { Database } from "#server/platform/db/database.ts";
import type { Client } from "#testing/site.ts";

/** The text as a single line of at most `max` characters, as a single-line field accepts it. */
export function asLine(text: string, max: number): string {
  const line = text
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim()
    .slice(0, max)
    .trim();
  return line;
}

/** Puts a free event on sale, as an admin would, with the hostile text in every field. @returns its ID and slug */
export async function publishHostileEvent(
  { db, admin }: { db: Database; admin: Client },
  text: string,
): Promise<{ id: number; slug: string }> {
  const startsAt = new Date(Date.now() + 86_400_000).toISOString();
  const endsAt = new Date(Date.now() + 100_000_000).toISOString();
  const venue = await must(
    admin.post("/api/admin/venues", {
      name: asLine(`${randomUUID()} ${text}`, 120),
      address: asLine(text, 200),
      city: asLine(text, 80),
      region: asLine(text, 80),
      country: asLine(text, 60),
      latitude: null,
      longitude: null,
    }),
  );
  const made = await must(
    admin.post("/api/admin/events", {
      title: asLine(text, 120),
      startsAt,
      endsAt,
      timeZone: "America/New_York",
      venueId: venue.id,
    }),
  );
  const picture = await libraryPicture(db, admin, asLine(text, 300));
  const paragraphs = text.replace(/[^\P{Cc}\n\r\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "").trim();
  const changed = await must(
    admin.call("PATCH", `/api/admin/events/${made.id}`, {
      version: made.version,
      changes: {
        summary: asLine(text, 300),
        // A zero byte isn't valid text: the API rejects it everywhere (see the API's tests for bad input).
        descriptionHtml: `<p>Before</p>${text.replaceAll("\u0000", "")}<p>After</p>`,
        categories: [asLine(text, 40)],
        dressCode: asLine(text, 120),
        lineup: [{ name: asLine(text, 120), role: asLine(text, 120) }],
        policies: [{ title: asLine(text, 120), text: paragraphs.slice(0, 1500) }],
        poster: picture,
        gallery: [picture],
        seoTitle: asLine(text, 120),
        seoDescription: asLine(text, 320),
        recap: paragraphs,
      },
    }),
  );
  await must(
    admin.post(`/api/admin/events/${made.id}/ticket-types`, {
      name: asLine(text, 80),
      description: asLine(text, 500),
      pricing: "free",
      capacity: 100,
      ticketsPerUnit: 1,
      minPerOrder: 1,
      maxPerOrder: 10,
    }),
  );
  await must(admin.post(`/api/admin/events/${made.id}/visibility`, { visibility: "published" }));
  return { id: made.id, slug: changed.slug };
}

/** A processed image in the library, with the text as its alt text. @returns its key */
async function libraryPicture(db: Database, admin: Client, alt: string): Promise<string> {
  const key = randomUUID();
  const { id } = await db
    .insertInto("pictures")
    .values({
      key,
      status: "ready",
      file_name: "hostile.jpg",
      width: 4,
      height: 5,
      dominant: "#101010",
      accent: "#c9a24b",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await must(admin.call("PATCH", `/api/admin/pictures/${id}`, { alt, focal: { x: 0.5, y: 0.5 } }));
  return key;
}

async function must(asked: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
