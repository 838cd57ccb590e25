import type { z } from "zod";
import type { BulkOutcome, setVisibility as contract } from "#contract/event-changes.ts";
import type { AuditAction } from "#contract/audit.ts";
import type { EventVisibility } from "#contract/event-editing.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { getEditedEvent } from "../desk/service.ts";
import * as store from "./store.ts";

type Body = z.output<NonNullable<typeof contract.body>>;

/**
 * Shows a night to everybody or to whoever has its address, now or from an instant on; or takes it off the site. What is
 * not complete is not shown; a night with sales stays where its buyers find it.
 *
 * @throws AppError `not_found` | `not_ready` | `has_sales` | `invalid_input` for an instant that is past
 */
export function setVisibility(deps: Deps, staff: Principal, id: number, wish: Body): Promise<void> {
  return inTransaction(deps.db, (tx) => setOne(deps, tx, staff, id, wish));
}

async function setOne(deps: Deps, tx: Tx, staff: Principal, id: number, wish: Body): Promise<void> {
  const { visibility, publishAt } = wish;
  const before = await store.lockStanding(tx, id);
  if (before === undefined) throw new AppError("not_found");
  if (visibility === "draft" && before.visibility === "draft" && before.publishAt === null) return;
  if (publishAt === undefined && visibility === before.visibility && visibility !== "draft") return;
  await requirePossible(tx, id, visibility, before.visibility);
  if (publishAt !== undefined && visibility !== "draft") await plan(tx, id, publishAt, visibility, before.visibility);
  else await store.writeVisibility(tx, id, visibility);
  await recordAction(tx, {
    staff,
    action: actionOf(wish),
    target: { kind: "night", id },
    before: { visibility: before.visibility, publishAt: before.publishAt },
    after: { visibility, publishAt: publishAt ?? null },
  });
  if (visibility === "published" && publishAt === undefined) {
    await deps.facts.tell(tx, "event.published", [{ eventId: id }]);
  }
}

function actionOf({ visibility, publishAt }: Body): AuditAction {
  if (visibility === "draft") return "night.unpublished";
  if (publishAt !== undefined) return "night.scheduled";
  return visibility === "unlisted" ? "night.unlisted" : "night.published";
}

/** A night that is out already is not hidden by planning when to show it. */
async function plan(tx: Tx, id: number, publishAt: string, as: string, current: EventVisibility): Promise<void> {
  if (current === "published") throw refuse("This night is published already: take it off the site first");
  if (!(await store.writePlan(tx, id, new Date(publishAt), as))) throw refuse("That instant is past");
}

function refuse(message: string): AppError {
  return new AppError("invalid_input", { message, errors: [{ message, path: "publishAt" }] });
}

async function requirePossible(tx: Tx, id: number, to: EventVisibility, from: EventVisibility): Promise<void> {
  const night = await getEditedEvent(tx, id);
  if (to === "draft") {
    if (from !== "draft" && night.sold + night.held > 0) throw new AppError("has_sales");
    return;
  }
  const needed = night.gaps.filter(({ weight }) => weight === "needed");
  if (needed.length > 0) {
    throw new AppError("not_ready", {
      errors: needed.map(({ what }) => ({ path: what, message: "This is needed before the night can be published" })),
    });
  }
}

/** The same for several nights, each in a transaction of its own. */
export async function setVisibilityOfMany(
  deps: Deps,
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
      const title = code === "not_found" ? "" : (await getEditedEvent(deps.db, id)).title;
      outcome.refused.push({ id, title, code });
    }
  }
  return outcome;
}

/** Shows the drafts whose instant has come, by the database's clock: never before it, and within seconds after. */
export function publishingSweeps(deps: Deps): Sweep[] {
  return [
    {
      name: "publishing",
      everyMs: 1_000,
      run: () =>
        inTransaction(deps.db, async (tx) => {
          const ids = await store.publishDue(tx);
          await deps.facts.tell(
            tx,
            "event.published",
            ids.map((eventId) => ({ eventId })),
          );
        }),
    },
  ];
}
