import type { SiteRefusal } from "#contract/email/delivery.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { JobName } from "#server/platform/job-names.generated.ts";
import type { MailPurpose } from "./contributions.ts";
import type { Mail } from "./mail.ts";
import type { DueBulkMail } from "./store.ts";

/** Writes the emails of campaigns for this module, which doesn't know them. */
export interface BulkWriter {
  /** The job that puts more emails into the outbox. */
  refillJob: JobName;
  /** What the emails of each bulk key are for; unknown keys are left out. */
  findPurposes(deps: Deps, bulkKeys: string[]): Promise<Map<string, MailPurpose>>;
  /**
   * Pauses the run of a bulk key, because the email server refuses the site, and tells staff why.
   *
   * @returns false if it can't be paused: its emails are tried again later
   */
  pause(deps: Deps, bulkKey: string, refusal: SiteRefusal): Promise<boolean>;
  /** The texts by the ids of the emails; those that no longer apply are left out. */
  write(deps: Deps, mails: DueBulkMail[]): Promise<Map<number, Mail>>;
}

declare module "#server/platform/module-parts.ts" {
  interface ModuleParts {
    bulkMail?: BulkWriter;
  }
}
