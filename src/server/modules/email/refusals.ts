import type { Deps } from "#server/platform/deps.ts";
import { partOf, type MailPurpose } from "./contributions.ts";
import type { DueMail } from "./store.ts";
import type { SendFailure } from "./transport.ts";

/**
 * Why some emails aren't sent, by their ids: their address is suppressed, or didn't agree to what a campaign is for.
 * Emails that someone caused are services.
 */
export async function findRefusals(
  deps: Deps,
  due: Pick<DueMail, "id" | "toAddress" | "bulkKey">[],
): Promise<Map<number, string>> {
  const purposes = await findPurposes(deps, [...new Set(due.flatMap(({ bulkKey }) => bulkKey ?? []))]);
  const purposeOf = ({ bulkKey }: Pick<DueMail, "bulkKey">): MailPurpose | undefined =>
    bulkKey === null ? "service" : purposes.get(bulkKey);
  const refused = new Map<number, string>();
  for (const purpose of new Set(due.map(purposeOf))) {
    if (purpose === undefined) continue;
    const mails = due.filter((mail) => purposeOf(mail) === purpose);
    const reasons = await partOf(deps, "suppressions").findRefusals(
      deps.db,
      mails.map(({ toAddress }) => toAddress),
      purpose,
    );
    for (const { id, toAddress } of mails) if (reasons.has(toAddress)) refused.set(id, reasons.get(toAddress)!);
  }
  return refused;
}

async function findPurposes(deps: Deps, bulkKeys: string[]): Promise<Map<string, MailPurpose>> {
  const purposes = new Map<string, MailPurpose>();
  if (bulkKeys.length === 0) return purposes;
  for (const writer of deps.contributed("bulkMail")) {
    for (const [key, purpose] of await writer.findPurposes(deps, bulkKeys)) purposes.set(key, purpose);
  }
  return purposes;
}

/** Keeps further emails from an address whose mailbox doesn't exist, as the email server said. */
export async function suppressBounce(
  deps: Deps,
  { toAddress }: Pick<DueMail, "toAddress">,
  { refusal, message }: SendFailure,
): Promise<void> {
  if (refusal?.fault !== "mailbox") return;
  await partOf(deps, "suppressions").suppress(deps.db, { email: toAddress, cause: "bounce", detail: message });
}
