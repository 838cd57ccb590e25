import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { countSales } from "./admin/store.ts";
import { publishingJobs } from "./publishing/service.ts";

/** Jobs that publish scheduled events and update the sort order by sales. */
export function eventsJobs(deps: Deps): Job[] {
  return [...publishingJobs(deps), { name: "event-sales", everyMs: 30_000, run: () => countSales(deps.db) }];
}
