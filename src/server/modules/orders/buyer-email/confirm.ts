import {
  findHoldCounts,
  findStockOf,
  findStockLevels,
  lockHolders,
  renameNetwork,
  resumeExpiry,
} from "#server/modules/inventory/index.ts";
import type { AppError } from "#server/platform/app-error.ts";
import { fieldError } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { networkOf, spendPoint } from "#server/platform/http/limits.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { Prover } from "#server/platform/proof/index.ts";
import { isSameText } from "#server/platform/signed-links.ts";
import { letsExpire } from "../fair-share/pressure-rules.ts";
import { canonicalMailbox, countedEmail } from "../fair-share/trust.ts";
import { insertConfirmedMailbox } from "../fair-share/store.ts";
import { buyerCodeEmail } from "../emails/buyer-code.ts";
import { insertOncePer } from "#server/modules/email/index.ts";
import { endPayments, type Payments } from "#server/modules/payments/index.ts";
import { dropConfirmation, extendConfirmed, findOrders, lockOrders } from "../store.ts";
import { buyerCode } from "./own-secrets.ts";
import * as own from "./own-store.ts";

/** Emails with a code that one mailbox and one person can get in an hour, and one network without a proof of work. */
export const codesSent = { perMailbox: 6, perPerson: 6, perNetwork: 600 };

/** Wrong and right codes that one person can enter for an email in ten minutes. */
const tries = 5;

/** Between two emails with a code for the same person and address. */
const secondsBetween = 30;

/** Units that a confirmed mailbox has on hold for the whole time, and a domain however little is unsold. */
const emailUnits = 20;

/** Who asks for a code or enters one. */
interface Asking {
  person: Principal;
  email: string;
}

/**
 * Emails codes to the addresses that people order with, and reads them: whoever enters one gets the whole time for what
 * they have on hold, and what they order within a day doesn't count for their network.
 */
export function createBuyerCodes(deps: Deps, payments: Payments) {
  const counter = (name: string, points: number, duration: number) =>
    deps.openCounter({ name: `buyer-codes:${name}`, points, duration });
  const [persons, mailboxes] = [
    counter("person", codesSent.perPerson, 3600),
    counter("mailbox", codesSent.perMailbox, 3600),
  ];
  const [networks, entered] = [counter("network", codesSent.perNetwork, 3600), counter("entered", tries, 600)];
  const isLimited = deps.config.rateLimits;

  /** @throws AppError `too_many_requests` | `proof_required` */
  async function spend({ person, email }: Asking, address: string, prover: Prover): Promise<void> {
    await spendPoint(persons, String(person.id));
    await spendPoint(networks, networkOf(address)).catch((error: AppError) =>
      prover.require({ purpose: "email", subject: "buyer code" }, error),
    );
    await spendPoint(mailboxes, canonicalMailbox(email));
  }

  return {
    /**
     * Emails a code, at most one in half a minute. It works for ten to twenty minutes.
     *
     * @throws AppError `too_many_requests` | `proof_required`
     */
    async send(asking: Asking, address: string, prover: Prover): Promise<void> {
      if (isLimited) await spend(asking, address, prover);
      const slot = await own.findCodeSlot(deps.db);
      const { person, email } = asking;
      const row = buyerCodeEmail.toRow({
        key: `${person.id}:${email}`,
        toAddress: email,
        toName: "",
        topic: { userId: person.id, slot },
      });
      await insertOncePer(deps.db, secondsBetween, row);
    },
    /**
     * Confirms an email by its code: see `createBuyerCodes`. Safe to repeat.
     *
     * @returns true if something on hold has more time now
     * @throws AppError `code_invalid` | `too_many_requests` | `unavailable`
     */
    async confirm({ person, email }: Asking, code: string): Promise<boolean> {
      if (isLimited) await spendPoint(entered, `${person.id} ${email}`);
      await inTransaction(deps.db, async (tx) => {
        const slot = await own.findCodeSlot(tx);
        const isRight = [slot, slot - 1].some((each) =>
          isSameText(buyerCode({ userId: person.id, email, slot: each }, deps.keys["order-links"]), code),
        );
        if (!isRight) throw fieldError("code", "That code isn't right, or it has expired", "code_invalid");
        await insertConfirmedMailbox(tx, person.id, canonicalMailbox(email));
      });
      return extendHeld(deps, payments, { person, email });
    },
  };
}

/**
 * Gives what someone has on hold under an email they confirmed the whole time. Payment pages that would close sooner are
 * closed first.
 *
 * @returns false if nothing is gained, because the email stands for too much already
 */
async function extendHeld(deps: Deps, payments: Payments, asking: Asking): Promise<boolean> {
  const ids = await own.findShortOrders(deps.db, asking.person.id, asking.email);
  if (ids.length === 0) return false;
  if (await isThereRoom(deps, deps.db, await findStockOf(deps.db, ids), asking.email)) {
    for (const { id, status } of await findOrders(deps.db, ids))
      if (status === "paying") await endPayments(deps, payments, id);
  }
  return inTransaction(deps.db, (tx) => extendInTransaction(deps, tx, asking));
}

/** Takes stock, then holds, then orders, as everywhere. */
async function extendInTransaction(deps: Deps, tx: Tx, { person, email }: Asking): Promise<boolean> {
  const ids = await own.findShortOrders(tx, person.id, email);
  const levels = await lockHolders(tx, ids);
  const stockIds = levels.map(({ id }) => id);
  const hasRoom = await isThereRoom(deps, tx, stockIds, email);
  if (hasRoom) await renameNetwork(tx, ids, countedEmail(email, deps.keys.networks).counted);
  await lockOrders(tx, ids);
  if (!hasRoom) {
    await dropConfirmation(tx, ids);
    return false;
  }
  const extended = await extendConfirmed(tx, ids);
  await resumeExpiry(
    tx,
    extended.filter(({ status }) => status === "awaiting_payment"),
  );
  return extended.length > 0;
}

/** True if what a confirmed email stands for let little of some stock expire and holds little of it. */
async function isThereRoom({ keys }: Deps, db: Queryable, stockIds: number[], email: string): Promise<boolean> {
  const { counted, isDomain } = countedEmail(email, keys.networks);
  const levels = await findStockLevels(db, stockIds);
  const counts = await findHoldCounts(db, stockIds, [counted]);
  return counts
    .filter(({ network }) => network === counted)
    .every(({ stockId, held, expired, paid }) => {
      const { capacity, sold } = levels.get(stockId)!;
      const most = Math.max(emailUnits, isDomain ? (capacity - sold) / 10 : 0);
      return held < most && (isDomain ? !letsExpire({ expired, paid }) : expired === 0);
    });
}
