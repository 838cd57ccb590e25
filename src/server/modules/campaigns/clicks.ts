import { isBot } from "#server/modules/analytics/index.ts";
import { fromToken } from "#server/modules/consent/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { linkFor, linkForAll, writeMessage } from "./message.ts";
import { countsAsClick } from "./rules.ts";
import { findMessage, eventOf, withEvent } from "./sending.ts";
import * as store from "./store.ts";

/** How a link was opened. */
interface Visit {
  method: string;
  userAgent: string | undefined;
  isPrefetch: boolean;
}

/**
 * Where a message's link leads, which only we can have signed. A person's click is counted, by recipient and link; no
 * address and no browser is stored.
 *
 * @throws AppError `not_found` for a link that isn't ours
 */
export async function followLink(deps: Deps, token: string, visit: Visit): Promise<string> {
  const [recipientId, url] = requireFound(fromToken(deps.keys["email-links"], "click", token)) as [number, string];
  const secondsSinceSent = (await store.findSecondsSinceSent(deps.db, recipientId)) ?? null;
  if (countsAsClick({ ...visit, isBot: isBot(visit.userAgent), secondsSinceSent })) {
    await store.recordClick(deps.db, recipientId, linkForAll(url));
  }
  if (linkForAll(url) === url) return url;
  const [recipient] = await store.findRecipients(deps.db, [recipientId]);
  return linkFor(url, recipient?.name ?? "");
}

/** A recipient's message as a page. @throws AppError `not_found` */
export async function readWebVersion(deps: Deps, token: string): Promise<string> {
  const recipientId = Number(requireFound(fromToken(deps.keys["email-links"], "web", token)));
  const [recipient] = await store.findRecipients(deps.db, [recipientId]);
  const message = requireFound(await findMessage(deps, requireFound(recipient)));
  const messageWithEvent = withEvent(message, eventOf(recipient!.occasion));
  return (await writeMessage(deps, messageWithEvent, { ...recipient!, recipientId })).html;
}
