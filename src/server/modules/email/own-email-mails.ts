import { findEmailCode, findOrders, findStopToken } from "#server/modules/orders/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { MailTopic } from "./new-mail.ts";
import { composeMail, type Mail, type MailKit } from "./templates.ts";

const numberOf = async ({ db }: Deps, orderId: string) => (await findOrders(db, [orderId]))[0]?.number ?? "";

/**
 * Tells the address that an order had that its buyer changed it, with the link that stops it. It doesn't say to which
 * address.
 *
 * @returns undefined when it was stopped, or changed again: then another email has the link
 */
export async function emailChanged(deps: Deps, kit: MailKit, topic: MailTopic["topic"]): Promise<Mail | undefined> {
  const orderId = String(topic.orderId);
  const token = await findStopToken(deps, orderId, Number(topic.change));
  if (token === undefined) return undefined;
  return { ...writeEmailChanged(kit, { number: await numberOf(deps, orderId), token }), secret: token };
}

/** @param token the secret of the link */
export const writeEmailChanged = (kit: MailKit, { number, token }: { number: string; token: string }): Mail =>
  composeMail(kit, {
    kind: "order_email_changed",
    values: { order: number },
    title: "Your order's email was changed.",
    lines: [
      `The buyer changed the email of order ${number}. Its tickets now go to the new address, and links in earlier emails no longer work.`,
      "If that was you, there's nothing to do.",
    ],
    link: `${kit.baseUrl}/my-tickets?stop-email=${token}`,
    after: ["Wasn't you? Stop the change within 24 hours. Your tickets then come back here with new codes."],
    reason: "You're receiving this email because an order had this address.",
  });

/**
 * The code that changes an order's email.
 *
 * @returns undefined once it is over
 */
export async function emailCode(deps: Deps, kit: MailKit, topic: MailTopic["topic"]): Promise<Mail | undefined> {
  const orderId = String(topic.orderId);
  const code = await findEmailCode(deps, orderId, Number(topic.change), Number(topic.slot));
  if (code === undefined) return undefined;
  return { ...writeEmailCode(kit, { number: await numberOf(deps, orderId), code }), secret: code };
}

/** Its title is the code, so that inboxes show it. */
export const writeEmailCode = (kit: MailKit, { number, code }: { number: string; code: string }): Mail =>
  composeMail(kit, {
    kind: "order_email_code",
    values: { order: number },
    title: code,
    lines: [`Enter this code to change the email of order ${number}. It works for ten minutes.`],
    after: ["If you didn't ask for it, someone else has the link to your order. Don't pass the code on."],
    reason: "You're receiving this email because an order has this address.",
  });
