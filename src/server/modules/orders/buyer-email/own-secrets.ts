import { AppError } from "#server/platform/app-error.ts";
import { isSameText, linkCode, linkKey } from "#server/platform/signed-links.ts";
import { forgottenAddress } from "../records-store.ts";
import type { OrderRow } from "../store.ts";

/** How often buyers can change the email of a paid order; further changes are for staff. */
const maxOwnChanges = 3;

/** An order and which of its links are valid: what its secrets are derived from. */
type Linked = Pick<OrderRow, "id" | "linkVersion">;
type Emailed = Linked & Pick<OrderRow, "buyerEmail">;

const isOpen = ({ status, secondsLeft }: OrderRow): boolean =>
  status === "awaiting_payment" ? secondsLeft > 0 : ["paying", "paid", "partially_refunded"].includes(status);

/** True once its email was used: tickets and links were sent there. */
export const wasEmailed = ({ paidAt }: Pick<OrderRow, "paidAt">): boolean => paidAt !== null;

/**
 * What keeps a buyer from giving their order this email, if anything.
 *
 * @param state how often buyers changed it, and whether a former address stopped that
 */
export function refuseOwnChange(
  order: OrderRow,
  email: string,
  state: { changes: number; isStopped: boolean },
): AppError | undefined {
  const closed = (message: string) => new AppError("order_closed", { message });
  if (order.buyerEmail === forgottenAddress || !isOpen(order)) return closed("This order's email can't be changed");
  if (state.isStopped) return closed("The former address stopped a change of this email. Contact us to change it");
  if (wasEmailed(order) && state.changes >= maxOwnChanges)
    return closed("This order's email was changed three times. Contact us to change it again");
  if (order.buyerEmail !== email) return undefined;
  const message = "The order already has this email";
  return new AppError("invalid_input", { message, errors: [{ message, path: "email" }] });
}

/** The code that proves access to the order's address, for one slot of ten minutes: eight digits. */
export const emailCode = ({ id, linkVersion, buyerEmail }: Emailed, slot: number, key: Buffer): string =>
  linkCode(key, "email-code", id, linkVersion, slot, buyerEmail);

/** True for the code of this slot or the one before. */
export const isEmailCode = (order: Emailed, slot: number, key: Buffer, code: string): boolean =>
  [slot, slot - 1].some((each) => isSameText(emailCode(order, each, key), code));

/** The secret that stops the latest change of an order's email, for the link in the email about it. */
export const stopToken = ({ id, linkVersion }: Linked, key: Buffer): string =>
  `${id}.${linkKey(key, "email-stop", id, linkVersion)}`;

/** True if a token stops the latest change of this order's email. */
export const isStopToken = (order: Linked, key: Buffer, token: string): boolean =>
  isSameText(stopToken(order, key), token);

/** Who reads a mailbox, and for which slot of ten minutes. */
interface CodeFor {
  userId: number;
  email: string;
  slot: number;
}

/** The code that shows that a person reads a mailbox, for one slot of ten minutes: eight digits. Nothing is stored. */
export const buyerCode = ({ userId, email, slot }: CodeFor, key: Buffer): string =>
  linkCode(key, "buyer-email", userId, email, slot);
