import { setTimeout as wait } from "node:timers/promises";
import { getSettings } from "#server/modules/settings/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { reserve } from "./rate-store.ts";

/** The longest that one attempt waits for its turn; much shorter than the lease of the claim. */
const maxWaitMs = 15_000;

/**
 * Waits until the email provider takes some more emails, if the settings say how many it takes in a second. All nodes
 * share the rate.
 */
export async function waitForRate({ db, config }: Pick<Deps, "db" | "config">, count: number): Promise<void> {
  const { mailsPerSecond } = await getSettings(db);
  if (mailsPerSecond === null || config.smtpUrl === undefined) return;
  const waitSeconds = await reserve(db, new URL(config.smtpUrl).host, count / mailsPerSecond);
  if (waitSeconds > 0) await wait(Math.min(maxWaitMs, waitSeconds * 1000));
}
