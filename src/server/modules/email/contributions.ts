import type { RawBuilder } from "kysely";
import type { AuditAction, AuditTarget } from "#contract/audit.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { ModuleParts } from "#server/platform/module-parts.ts";
import type { Email } from "./define.ts";
import type { ExampleEvent } from "./texts/example.ts";

/** What a message is for: it decides who must not get it. `service`: receipts, and whatever else someone caused. */
export type MailPurpose = "marketing" | "event_message" | "service";

/** The settings that emails are written and sent with. */
interface MailSettings {
  contactEmail: string | null;
  mailSenderName: string | null;
  mailsPerSecond: number | null;
  defaultTimeZone: string;
  postalAddress: string | null;
}

/** Addresses that must not get emails. */
interface Suppressions {
  /** Why each of these addresses doesn't get a message; addresses that get it are left out. */
  findRefusals(db: Queryable, addresses: string[], purpose: MailPurpose): Promise<Map<string, string>>;
  suppress(db: Queryable, bounce: { email: string; cause: "bounce"; detail: string }): Promise<unknown>;
  countAddresses(db: Queryable): Promise<{ suppressed: number; optedIn: number }>;
}

/** A staff action for the activity log. */
interface StaffAction {
  staff: Principal;
  action: AuditAction;
  target: { kind: AuditTarget; id: string | number };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
}

declare module "#server/platform/module-parts.ts" {
  // What the email module needs of the others, which it doesn't know.
  interface ModuleParts {
    /** The module's emails. */
    emails?: readonly Email[];
    mailSettings?: (db: Queryable) => Promise<MailSettings>;
    /** Records a staff action in the transaction that performs it. */
    recordAction?: (tx: Tx, action: StaffAction) => Promise<void>;
    /** The names of people by the ids of their accounts. */
    peopleNames?: (db: Queryable, ids: number[]) => Promise<Map<number, string>>;
    /** Those of some addresses whose owner confirmed them to the module. */
    confirmedAddresses?: (db: Queryable, addresses: string[]) => Promise<string[]>;
    suppressions?: Suppressions;
    /** A table of the orders that emails are about: their id, number and buyer_email. */
    mailedOrders?: RawBuilder<unknown>;
    /** An event that the examples of emails are about. */
    exampleEvent?: (db: Queryable) => Promise<ExampleEvent | undefined>;
  }
}

/** The part that one module of every app contributes. Call it once the app is built. */
export function partOf<Kind extends keyof ModuleParts>(
  { contributed }: Pick<Deps, "contributed">,
  kind: Kind,
): NonNullable<ModuleParts[Kind]> {
  const [part] = contributed(kind);
  if (part === undefined) throw new Error(`No module contributes ${kind}`);
  return part;
}

/**
 * Those of some addresses that are confirmed: their owner followed a link that was sent there, to an account or a
 * reminder, or paid with the address. Anybody can type any other address, so its emails have no text that was typed
 * with it. Each module says which addresses were confirmed to it.
 */
export async function findConfirmed(
  { contributed }: Pick<Deps, "contributed">,
  db: Queryable,
  addresses: string[],
): Promise<Set<string>> {
  const confirmed = new Set<string>();
  for (const find of contributed("confirmedAddresses")) {
    for (const address of await find(db, addresses)) confirmed.add(address);
  }
  return confirmed;
}
