import { sql } from "kysely";
import type { Poster } from "#contract/events.ts";
import type { Tx } from "#server/platform/db/database.ts";

/** Shows `poster` wherever some events showed the image `formerKey`: as poster, in the gallery, in the lineup. */
export async function putPicture(tx: Tx, eventIds: number[], formerKey: string, poster: Poster): Promise<void> {
  const picture = sql`${JSON.stringify(poster)}::jsonb`;
  await sql`
    update events e set
      poster = case when e.poster ->> 'key' = ${formerKey} then ${picture} else e.poster end,
      gallery = (
        select coalesce(jsonb_agg(case when shown ->> 'key' = ${formerKey} then ${picture} else shown end order by place), '[]')
        from jsonb_array_elements(e.gallery) with ordinality as of_gallery (shown, place)),
      lineup = (
        select coalesce(jsonb_agg(
          case when act -> 'picture' ->> 'key' = ${formerKey} then jsonb_set(act, '{picture}', ${picture}) else act end
          order by place), '[]')
        from jsonb_array_elements(e.lineup) with ordinality as of_lineup (act, place))
    where e.id = any(${eventIds}::bigint[])`.execute(tx);
}
