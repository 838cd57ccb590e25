import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { releaseHolds, sellHeldStock, unkeepHolds } from "#server/modules/inventory/index.ts";
import { returnMoney, type RefundReason } from "#server/modules/payments/index.ts";
import { issueTickets } from "#server/modules/tickets/index.ts";
import * as store from "./store.ts";

/**
 * Makes orders paid and issues their tickets, in the transaction that brought the money.
 *
 * An order that had lapsed or was cancelled takes its stock anew if there still is enough; otherwise its money goes back.
 * An order that is paid already sends the second payment back. Calling it again for the same money changes nothing.
 */
export async function fulfilOrders(
  deps: Deps,
  tx: Tx,
  captured: { subjectId: string; paymentId: string | undefined }[],
): Promise<void> {
  const orders = new Map(
    (
      await store.lockOrders(
        tx,
        captured.map(({ subjectId }) => subjectId),
      )
    ).map((row) => [row.id, row]),
  );
  const returns: { paymentId: string; reason: RefundReason }[] = [];
  const giveBack = (paymentId: string | undefined, reason: RefundReason) => {
    if (paymentId !== undefined) returns.push({ paymentId, reason });
  };
  const open = captured.filter(({ subjectId, paymentId }) => {
    const order = orders.get(subjectId);
    if (order === undefined) return false;
    if (order.paidAt !== null) giveBack(paymentId, "paid_twice");
    return order.paidAt === null;
  });
  const stocked =
    open.length === 0
      ? new Set<string>()
      : await sellHeldStock(
          tx,
          open.map(({ subjectId }) => subjectId),
        );
  for (const { subjectId, paymentId } of open) {
    if (!stocked.has(subjectId)) giveBack(paymentId, "sold_out_meanwhile");
  }
  await deliver(
    deps,
    tx,
    [...stocked].map((id) => orders.get(id)!),
  );
  await returnMoney(deps, tx, returns);
}

async function deliver(deps: Deps, tx: Tx, orders: store.OrderRow[]): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map((order) => order.id);
  await store.moveOrders(tx, ids, ["awaiting_payment", "paying", "expired", "cancelled"], "paid");
  const owners = new Map(orders.map((order) => [order.id, order]));
  const lines = await store.findLines(tx, ids);
  await issueTickets(
    tx,
    lines.map((line) => {
      const order = owners.get(line.orderId)!;
      return {
        orderLineId: line.id,
        orderId: line.orderId,
        ticketTypeId: line.ticketTypeId,
        eventId: line.eventId,
        ownerId: order.userId,
        holderName: order.buyerName,
        count: line.quantity * line.ticketsPerUnit,
      };
    }),
  );
  await deps.facts.tell(
    tx,
    "order.paid",
    orders.map(({ id, buyerName, buyerEmail }) => ({ orderId: id, buyerName, buyerEmail })),
  );
  deps.nudge("mail");
}

/**
 * What follows when a payment attempt ends without money: after its page was left the order may be paid again until its
 * hold lapses; after its time was up the order expires and its stock is for sale again.
 */
export async function endAttempts(
  tx: Tx,
  ended: { subjectId: string; outcome: "cancelled" | "expired" }[],
): Promise<void> {
  const orders = new Map(
    (
      await store.lockOrders(
        tx,
        ended.map(({ subjectId }) => subjectId),
      )
    ).map((row) => [row.id, row]),
  );
  const paying = ended.filter(({ subjectId }) => orders.get(subjectId)?.status === "paying");
  const left = paying.filter(
    ({ subjectId, outcome }) => outcome === "cancelled" && orders.get(subjectId)!.secondsLeft > 0,
  );
  const over = paying.filter((attempt) => !left.includes(attempt)).map(({ subjectId }) => subjectId);
  if (left.length > 0) {
    const ids = left.map(({ subjectId }) => subjectId);
    await store.moveOrders(tx, ids, ["paying"], "awaiting_payment");
    await unkeepHolds(
      tx,
      ids.map((id) => ({ holderId: id, expiresAt: orders.get(id)!.holdExpiresAt })),
    );
  }
  if (over.length > 0) {
    await releaseHolds(tx, over);
    await store.moveOrders(tx, over, ["paying"], "expired");
  }
}

/** Lets the module hear of holds and payments, and tell of money that went back. */
export function hearForOrders(deps: Deps): void {
  const { facts } = deps;
  facts.on("hold.lapsed", async (tx, lapsed) => {
    await store.moveOrders(
      tx,
      lapsed.map(({ holderId }) => holderId),
      ["awaiting_payment"],
      "expired",
    );
  });
  facts.on("payment.captured", (tx, captured) => fulfilOrders(deps, tx, captured));
  facts.on("payment.ended", (tx, ended) => endAttempts(tx, ended));
  facts.on("payment.refunded", async (tx, refunded) => {
    const orders = new Map(
      (
        await store.findOrders(
          tx,
          refunded.map(({ subjectId }) => subjectId),
        )
      ).map((row) => [row.id, row]),
    );
    await facts.tell(
      tx,
      "order.money_returned",
      refunded.flatMap(({ subjectId, paymentId, reason, amountCents }) => {
        const order = orders.get(subjectId);
        if (order === undefined) return [];
        const { buyerName, buyerEmail } = order;
        return [{ orderId: subjectId, paymentId, reason, amountCents, buyerName, buyerEmail }];
      }),
    );
  });
}
