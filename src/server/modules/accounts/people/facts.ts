import type { Principal } from "#server/platform/http/principal.ts";

/** What staff changed about a person's account. */
export interface AccountChange {
  staff: Principal;
  personId: number;
  action: "person.role_changed" | "person.suspended" | "person.unsuspended" | "person.reset_link_made";
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason: string;
}

declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** One of the staff changed somebody's account. */
    "account.changed_by_staff": AccountChange;
  }
}
