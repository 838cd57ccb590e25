import { sql } from "kysely";
import { momentAt, momentsBefore } from "#server/platform/db/timeline-rows.ts";
import type { TimelineMoment, TimelineSource } from "#server/platform/timeline.ts";
import { describeDevice } from "../session-list/service.ts";

/** How a person's account was created, and their active sessions. */
export const accountsTimeline: TimelineSource = {
  kind: "account",
  async find(db, { id }, before, limit) {
    const moments = sql`
      select 'joined' as id, ${momentAt(sql`created_at`)} as at,
        case when role = 'guest' then 'Started as a guest' else 'Signed up' end as title,
        username as detail, null::text as path
      from users where id = ${id}
      union all
      select 'password', ${momentAt(sql`password_changed_at`)}, 'Changed their password', null, null
      from users where id = ${id} and password_changed_at > created_at + interval '1 minute'
      union all
      select 'session-' || encode(substring(token_hash for 8), 'hex'), ${momentAt(sql`created_at`)}, 'Signed in',
        coalesce(user_agent, ''), null
      from sessions where user_id = ${id} and expires_at > clock_now()`;
    const { rows } = await momentsBefore(moments, before, limit).execute(db);
    return rows.map((row): TimelineMoment =>
      row.title === "Signed in" ? { ...row, detail: describeDevice(row.detail).device } : row,
    );
  },
};
