import type { Deps } from "#server/platform/deps.ts";
import * as store from "./pace-store.ts";
import { greetMailServer } from "./transport.ts";

/** What this node knows of the email server. */
export interface Line {
  /** An email failed in a way that every other email would now. */
  countFailure(): void;
  /** Asks a server that failed whether it's back. After an outage, all emails that wait for it are due at once. */
  check(): Promise<void>;
  /** Whether campaigns may send: after a failure only once nothing more urgent is due, so that they go last. */
  isFreeForBulk(): Promise<boolean>;
}

/**
 * Watches the line to the email server for the jobs of one node. Without it, the first emails after an outage would be
 * those that happen to be due, whatever their priority.
 */
export function createLine({ config, db }: Pick<Deps, "config" | "db">): Line {
  let state: "up" | "failed" | "down" | "returned" = "up";
  return {
    countFailure() {
      if (state !== "down") state = "failed";
    },
    async check() {
      if (config.smtpUrl === undefined || state === "up" || state === "returned") return;
      const answers = await greetMailServer(config.smtpUrl).then(
        () => true,
        () => false,
      );
      if (!answers) {
        state = "down";
      } else if (state === "down") {
        await store.endWaits(db);
        state = "returned";
      } else if (state === "failed") {
        // It answers after one failure: that email had bad luck, or is the reason. The others needn't wait for it.
        state = "up";
      }
    },
    async isFreeForBulk() {
      if (state === "up") return true;
      if (await store.hasUrgent(db)) return false;
      if (state === "returned") state = "up";
      return true;
    },
  };
}
