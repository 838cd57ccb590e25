import type { Queryable } from "#server/platform/db/database.ts";
import { firstValue } from "#server/platform/db/rows.ts";

/** Reserves the provider for some seconds, after all earlier reservations. @returns how long until they begin */
export function reserve(db: Queryable, provider: string, seconds: number): Promise<number> {
  return firstValue(db)`
    insert into mail_rates as r (provider, free_at)
    values (${provider}, clock_now() + make_interval(secs => ${seconds}))
    on conflict (provider) do update
      set free_at = greatest(r.free_at, clock_now()) + make_interval(secs => ${seconds})
    returning greatest(0, extract(epoch from free_at - clock_now()) - ${seconds})::float8`;
}
