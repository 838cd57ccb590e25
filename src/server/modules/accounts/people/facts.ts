import type { AuditAction } from "#contract/audit.ts";
import type { Principal } from "#server/platform/http/principal.ts";

/** What staff changed about a person's account. */
export interface AccountChange {
  staff: Principal;
  personId: number;
  action: Extract<AuditAction, `person.${string}`>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason: string;
}

declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** One of the staff changed somebody's account. */
    "account.changed_by_staff": AccountChange;
    /** One of the staff changed what the house demands of everybody who works here. */
    "account.policy_changed": {
      staff: Principal;
      policy: "staff_second_factor";
      before: { required: boolean };
      after: { required: boolean };
    };
  }
}
