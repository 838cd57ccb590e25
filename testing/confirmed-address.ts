import { sql } from "kysely";
import type { Site } from "./site.ts";

/** Makes an address one whose owner opened the link of a reminder's email once: for the community, which nothing announces. */
export async function confirmAddress({ db }: Pick<Site, "db">, email: string): Promise<void> {
  await sql`
    insert into interests (id, topic, email, status, confirmed_at)
    values (gen_random_uuid(), 'community', ${email}, 'confirmed', clock_now()) on conflict do nothing`.execute(db);
}
