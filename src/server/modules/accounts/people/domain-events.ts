import type { AuditAction } from "#contract/audit.ts";
import type { Principal } from "#server/platform/http/principal.ts";

/** A change that staff made to a person's account. */
export interface AccountChange {
  staff: Principal;
  personId: number;
  action: AuditAction & `person.${string}`;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason: string;
}

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A staff member changed someone's account. */
    "account.changed_by_staff": AccountChange;
    /** A staff member changed a policy for all staff. */
    "account.policy_changed": {
      staff: Principal;
      policy: "staff_second_factor";
      before: { required: boolean };
      after: { required: boolean };
    };
  }
}
