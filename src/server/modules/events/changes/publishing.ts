import type { BulkOutcome, setVisibility as contract } from "#contract/events/changes.ts";
import type { AuditAction } from "#contract/audit.ts";
import type { EventVisibility } from "#contract/events/editing.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, fieldError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { Job } from "#server/platform/jobs.ts";
import { getEditedEvent } from "../admin/service.ts";
import { getRecord, lockRecord } from "../editing/store.ts";
import * as store from "./store.ts";
import type { BodyOf } from "#contract/endpoint.ts";

type Body = BodyOf<typeof contract>;

/**
 * Publishes an event or makes it unlisted, now or at a set time; or unpublishes it. An incomplete event isn't
 * published; an event with sales stays where its buyers find it.
 *
 * @throws AppError `not_found` | `not_ready` | `has_sales` | `invalid_input` for a time in the past
 */
export function setVisibility({ db }: Pick<Deps, "db">, staff: Principal, id: number, wish: Body): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { visibility, publishAt } = wish;
    const before = await lockRecord(tx, id);
    if (visibility === "draft" && before.visibility === "draft" && before.publishAt === null) return;
    if (publishAt === undefined && visibility === before.visibility && visibility !== "draft") return;
    await requirePossible(tx, id, visibility, before.visibility);
    if (publishAt !== undefined && visibility !== "draft") await plan(tx, id, publishAt, visibility, before.visibility);
    else await store.writeVisibility(tx, id, visibility);
    await recordAction(tx, {
      staff,
      action: actionOf(wish),
      target: { kind: "event", id },
      before: { visibility: before.visibility, publishAt: before.publishAt },
      after: { visibility, publishAt: publishAt ?? null },
    });
  });
}

function actionOf({ visibility, publishAt }: Body): AuditAction {
  if (visibility === "draft") return "event.unpublished";
  if (publishAt !== undefined) return "event.scheduled";
  return visibility === "unlisted" ? "event.unlisted" : "event.published";
}

/** Scheduling doesn't hide an event that is already published. */
async function plan(tx: Tx, id: number, publishAt: string, as: string, current: EventVisibility): Promise<void> {
  if (current === "published") throw fieldError("publishAt", "This event is already published. Unpublish it first.");
  if (!(await store.writePlan(tx, id, new Date(publishAt), as))) {
    throw fieldError("publishAt", "That time is in the past");
  }
}

async function requirePossible(tx: Tx, id: number, to: EventVisibility, from: EventVisibility): Promise<void> {
  const event = await getEditedEvent(tx, id);
  if (to === "draft") {
    if (from !== "draft" && event.sold + event.comps + event.held + event.withheld > 0) throw new AppError("has_sales");
    return;
  }
  const needed = event.gaps.filter(({ weight }) => weight === "needed");
  if (needed.length > 0) {
    throw new AppError("not_ready", {
      errors: needed.map(({ what }) => ({ path: what, message: "Required before you can publish this event" })),
    });
  }
}

/** The same for several events, each in a transaction of its own. */
export async function setVisibilityOfMany(
  deps: Pick<Deps, "db">,
  staff: Principal,
  ids: number[],
  visibility: "draft" | "published",
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], refused: [] };
  for (const id of new Set(ids)) {
    try {
      await setVisibility(deps, staff, id, { visibility });
      outcome.done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code } = error;
      if (code !== "not_ready" && code !== "has_sales" && code !== "not_found") throw error;
      const title = code === "not_found" ? "" : (await getRecord(deps.db, id)).title;
      outcome.refused.push({ id, title, code });
    }
  }
  return outcome;
}

/** Job that publishes scheduled drafts, by the database clock: never early, and within seconds. */
export const publishingJob = ({ db }: Pick<Deps, "db">): Job => ({
  name: "publishing",
  everyMs: 1_000,
  run: () => store.publishDue(db),
});
