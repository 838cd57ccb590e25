import type { BodyOf } from "#contract/endpoint.ts";
import type { changeOwnEmail as contract } from "#contract/orders/buyer-email.ts";
import { mailboxOf } from "#contract/email-address.ts";
import { findRecordOwner } from "#server/modules/accounts/index.ts";
import { lockHolders } from "#server/modules/inventory/index.ts";
import { purchasablesOf } from "#server/modules/purchasables/index.ts";
import { AppError, fieldError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import { spendPoint } from "#server/platform/http/limits.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { lateQuotas } from "../person-limits/service.ts";
import { opensOrder } from "../read.ts";
import { findOrders, lockOrders, toBuyer, type OrderRow } from "../store.ts";
import { emailCode, isEmailCode, isStopToken, refuseOwnChange, stopToken, wasEmailed } from "./own-secrets.ts";
import * as own from "./own-store.ts";

/** Who wants to see or change an order's email: a person, and the key of the link that they opened it with. */
interface Asking {
  person: Principal;
  orderId: string;
  key: string | undefined;
}

interface OwnChange extends Asking {
  draft: BodyOf<typeof contract>;
  idempotency: IdempotencyClaim;
}

/** Wrong and right codes that can be entered for one order in ten minutes. */
const codesPerOrder = 5;

/**
 * Changes the email of an order for its buyer. The session that placed it needs nothing else; whoever opened it otherwise
 * needs the code that was emailed to its address. Once it is paid, this is as when staff change it, and the former address
 * is told.
 *
 * Safe under concurrency: changes of one order take turns at its lock. The limits per person are checked under the locks
 * of its stock, where orders for the new address wait. The same Idempotency-Key changes once.
 *
 * @throws AppError `not_found` | `order_closed` | `code_invalid` | `over_limit` | `too_many_requests` | `invalid_input`
 */
export function createChangeOwnEmail(deps: Deps): (change: OwnChange) => Promise<PreparedReply> {
  const guesses = deps.openCounter({ name: "order-email-codes", points: codesPerOrder, duration: 600 });
  return async ({ draft, idempotency, ...asking }) => {
    if (draft.code !== undefined && deps.config.rateLimits) await spendPoint(guesses, asking.orderId);
    return inTransaction(deps.db, async (tx) => {
      await lockHolders(tx, [asking.orderId]);
      const [order] = await lockOrders(tx, [asking.orderId]);
      const isOwner = requireAccess(deps, order, asking) === "owner";
      return answerOnce(tx, idempotency, async () => {
        const { email, code } = draft;
        const state = await own.findEmailState(tx, order!.id);
        if (!isOwner && !(code !== undefined && isEmailCode(order!, state.slot, deps.keys["order-links"], code))) {
          throw fieldError("code", "That code isn't right, or it has expired", "code_invalid");
        }
        const refusal = refuseOwnChange(order!, email, state) ?? (await findOverLimit(deps, tx, order!, email));
        if (refusal !== undefined) throw refusal;
        await applyChange(deps, tx, order!, email);
        return { email };
      });
    });
  };
}

async function applyChange(deps: Deps, tx: Tx, order: OrderRow, email: string): Promise<void> {
  const owner = await findRecordOwner(tx, order.userId);
  const emailConfirmed = owner.email === email;
  await own.changeOwnEmail(tx, order.id, { email, emailConfirmed, wasEmailed: wasEmailed(order) });
  // Nothing was emailed yet: the confirmation goes to the new address once it is paid.
  if (!wasEmailed(order)) return;
  const changed = { ...toBuyer({ ...order, buyerEmail: email }), formerEmail: order.buyerEmail };
  await deps.bus.emit(tx, "order.email_changed", [{ ...changed, change: order.linkVersion + 1 }]);
  const former = await own.findFormerEmail(tx, order.id);
  if (former !== undefined) {
    const told = { ...changed, formerEmail: former.email, change: order.linkVersion + 1 };
    await deps.bus.emit(tx, "order.email_changed_by_buyer", [told]);
  }
}

/** Says whether the new address would then have more tickets than one person can have. */
async function findOverLimit(deps: Deps, tx: Tx, order: OrderRow, email: string): Promise<AppError | undefined> {
  if (!deps.config.rateLimits || mailboxOf(email) === mailboxOf(order.buyerEmail)) return undefined;
  const quotas = await lateQuotas(deps, tx, [{ ...order, buyerEmail: email, emailConfirmed: false }]);
  const isOver = quotas.ofHolder
    .get(order.id)!
    .some(({ kind, key, most, quantity }) => kind === "email" && (quotas.used.get(key) ?? 0) + quantity > most);
  const message = "This email already has as many tickets as one person can have";
  return isOver ? new AppError("over_limit", { message }) : undefined;
}

/**
 * Emails the code that changes an order's email to the address that it has, at most once in ten minutes.
 *
 * @throws AppError `not_found`
 */
export async function sendEmailCode(deps: Deps, asking: Asking): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const [order] = await findOrders(tx, [asking.orderId]);
    requireAccess(deps, order, asking);
    const { slot } = await own.findEmailState(tx, asking.orderId);
    await deps.bus.emit(tx, "order.email_code_due", [{ ...toBuyer(order!), change: order!.linkVersion, slot }]);
  });
}

/**
 * Who is asking: the session that placed the order, or someone who can open it.
 *
 * @throws AppError `not_found` for anyone else
 */
function requireAccess(deps: Deps, order: OrderRow | undefined, { person, key }: Asking): "owner" | "reader" {
  if (order === undefined) throw new AppError("not_found");
  if (person.id === order.userId) return "owner";
  const isConfirmed = person.email !== null && person.email === order.buyerEmail;
  if (!isConfirmed && !opensOrder(order, key, deps.keys["order-links"])) throw new AppError("not_found");
  return "reader";
}

/**
 * Stops the latest change of an order's email for the address that it had: the order has that address again, its tickets
 * have new codes, and both go there. From then on only staff change its email. A token works once.
 *
 * @throws AppError `link_over`
 */
export function stopEmailChange(deps: Deps, token: string): Promise<{ number: string; email: string }> {
  const orderId = token.split(".")[0]!;
  return inTransaction(deps.db, async (tx) => {
    const [order] = await lockOrders(tx, [orderId]);
    const isValid = order !== undefined && isStopToken(order, deps.keys["order-links"], token);
    const former = isValid ? await own.findFormerEmail(tx, orderId) : undefined;
    if (order === undefined || former === undefined) throw new AppError("link_over");
    for (const purchasable of purchasablesOf(deps)) await purchasable.lockUnits?.(tx, orderId);
    await own.restoreFormerEmail(tx, orderId);
    for (const purchasable of purchasablesOf(deps)) await purchasable.renewCodes?.(tx, orderId);
    const restored = { ...toBuyer({ ...order, buyerEmail: former.email }), formerEmail: order.buyerEmail };
    await deps.bus.emit(tx, "order.email_changed", [{ ...restored, change: order.linkVersion + 1 }]);
    return { number: order.number, email: former.email };
  });
}

/** The code of an order for its email; undefined once it is over or the order has another address. */
export async function findEmailCode(
  deps: Deps,
  orderId: string,
  change: number,
  slot: number,
): Promise<string | undefined> {
  const [order] = await findOrders(deps.db, [orderId]);
  if (order?.linkVersion !== change) return undefined;
  const state = await own.findEmailState(deps.db, orderId);
  return state.slot - slot > 1 ? undefined : emailCode(order, slot, deps.keys["order-links"]);
}

/** The secret that stops a change; undefined once nothing can stop it. */
export async function findStopToken(deps: Deps, orderId: string, change: number): Promise<string | undefined> {
  const [order] = await findOrders(deps.db, [orderId]);
  if (order?.linkVersion !== change || (await own.findFormerEmail(deps.db, orderId)) === undefined) return undefined;
  return stopToken(order, deps.keys["order-links"]);
}
