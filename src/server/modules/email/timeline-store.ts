import { sql } from "kysely";
import { findOrderIdsOf } from "#server/modules/orders/index.ts";
import { momentAt, momentsBefore } from "#server/platform/db/timeline-rows.ts";
import type { TimelineSource } from "#server/platform/timeline.ts";
import { belongTo } from "./records-store.ts";

/** The emails that a person got. */
export const emailTimeline: TimelineSource = {
  kind: "mail",
  async find(db, owner, before, limit) {
    const orderIds = await findOrderIdsOf(db, owner);
    const moments = sql`
      select id::text as id, ${momentAt(sql`created_at`)} as at,
        coalesce(subject, replace(kind, '_', ' ')) as title, replace(status, '_', ' ') || ' · ' || to_address as detail,
        '/email-management?id=' || id as path
      from emails where ${belongTo({ email: owner.email, orderIds })}`;
    return (await momentsBefore(moments, before, limit).execute(db)).rows;
  },
};
