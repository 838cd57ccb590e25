import type { MessageContent } from "#contract/campaigns/campaigns.ts";
import { needsVariable, textsOf } from "#contract/email/variables.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { hasMarketing } from "./store.ts";

/** Marketing carries the sender's postal address. @throws AppError `not_ready` without one */
export async function requirePostalAddress(db: Queryable): Promise<void> {
  if ((await getSettings(db)).postalAddress !== null) return;
  throw new AppError("not_ready", {
    message: "Marketing emails must show your postal address. Add it in Settings first.",
  });
}

/** @throws AppError `not_found` for an event that isn't there */
export async function requireEvents(db: Queryable, ids: (number | null)[]): Promise<void> {
  const eventIds = [...new Set(ids.filter((id) => id !== null))];
  if ((await findEventInfo(db, eventIds)).size < eventIds.length) {
    throw new AppError("not_found", { message: "We can't find that event" });
  }
}

/**
 * @param isAboutEvent whether each reader's message is about an event, so that {{eventTitle}} has a value
 * @throws AppError `invalid_input` for {{eventTitle}} in a message without an event
 */
export function requireEventTitle(content: MessageContent, isAboutEvent: boolean) {
  if (isAboutEvent || content.eventId !== null) return;
  const needing = Object.entries(textsOf(content)).find(([, text]) => needsVariable(text, "eventTitle"))?.[0];
  if (needing === undefined) return;
  const message = "Choose an event card, or say what to write without one: {{eventTitle|our next event}}";
  throw new AppError("invalid_input", { errors: [{ message, path: `content.${needing}` }] });
}

/** Refuses to remove the postal address while marketing is on its way. @throws AppError `invalid_input` */
export async function protectPostalAddress(tx: Tx, changes: { after: Record<string, unknown> }[]): Promise<void> {
  const isRemoved = changes.some(({ after }) => after.postalAddress === null);
  if (!isRemoved || !(await hasMarketing(tx))) return;
  const message = "Campaigns or automations that are on must show your postal address. Turn them off first.";
  throw new AppError("invalid_input", { message, errors: [{ message, path: "postalAddress" }] });
}
