import { inTransaction } from "#server/platform/db/database.ts";
import { findConfirmed } from "./contributions.ts";
import { partOf } from "./contributions.ts";
import { kindsOf } from "./registry.ts";
import * as store from "./pace-store.ts";
import type { DueMail } from "./store.ts";
import { setTimeout as wait } from "node:timers/promises";
import type { Deps } from "#server/platform/deps.ts";
import { reserve } from "./pace-store.ts";

/**
 * Decides whether a claimed email is sent now. An address gets a few emails of one kind in an hour; the others wait, and
 * the first of them that has its turn includes all the rest. Addresses of one mailbox share what they get, except those
 * that are confirmed: what strangers send to `ada+1@` must not hold up what the owner of `ada@` waits for.
 *
 * Safe under concurrency: nodes decide about one mailbox and kind one after another.
 *
 * @returns the email to send, with those that were merged into it; undefined when it waits
 */
export async function paceMail(deps: Deps, due: DueMail): Promise<DueMail | undefined> {
  // Staff asked for a resend: it goes to the person who waits for it.
  const isUrgent = kindsOf(deps, ({ neverWaits }) => neverWaits === true).includes(due.kind);
  if (due.isReleased || due.isResend || isUrgent) return due;
  return inTransaction(deps.db, async (tx) => {
    await store.lockRecipient(tx, due);
    const isConfirmed = (await findConfirmed(deps, tx, [due.toAddress])).has(due.toAddress);
    const { isFull, waitSeconds } = await store.readPace(tx, due, isConfirmed ? "address" : "mailbox");
    if (isFull && waitSeconds > 0) {
      await store.deferAll(tx, due, waitSeconds);
      return undefined;
    }
    if (!(await store.release(tx, due))) return undefined;
    const merged = isFull ? await store.absorbWaiting(tx, due) : "";
    return merged === "" ? due : { ...due, topic: { ...due.topic, merged } };
  });
}

/** The longest that one attempt waits for its turn; much shorter than the lease of the claim. */
const maxWaitMs = 15_000;

/**
 * Waits until the email provider takes some more emails, if the settings say how many it takes in a second. All nodes
 * share the rate.
 */
export async function waitForRate(deps: Pick<Deps, "db" | "config" | "contributed">, count: number): Promise<void> {
  const { db, config } = deps;
  const { mailsPerSecond } = await partOf(deps, "mailSettings")(db);
  if (mailsPerSecond === null || config.smtpUrl === undefined) return;
  const waitSeconds = await reserve(db, new URL(config.smtpUrl).host, count / mailsPerSecond);
  if (waitSeconds > 0) await wait(Math.min(maxWaitMs, waitSeconds * 1000));
}
