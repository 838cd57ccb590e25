import type { Deps } from "#server/platform/deps.ts";
import {
  composeMail,
  defineEmail,
  defineText,
  exampleOrderNumber,
  type Mail,
  type MailKit,
} from "#server/modules/email/index.ts";
import { z } from "zod";
import { findEmailCode, findStopToken } from "../buyer-email/own-change.ts";
import { findOrders } from "../store.ts";

const emailChangedText = defineText({
  kind: "order_email_changed",
  name: "Order email changed",
  about: "To the address that an order had, when its buyer changes it",
  group: "orders",
  place: 90,
  text: ["The email of order {{order}} was changed", "", "Stop this change"],
  variables: ["order"],
});

const emailCodeText = defineText({
  kind: "order_email_code",
  name: "Code for an order's email",
  about: "To the address of an order, when someone with its link wants to change it",
  group: "orders",
  place: 100,
  text: ["Your code for order {{order}}", "", ""],
  variables: ["order"],
});

const numberOf = async ({ db }: Deps, orderId: string) => (await findOrders(db, [orderId]))[0]?.number ?? "";

/** @param token the secret of the link */
const writeEmailChanged = (kit: MailKit, { number, token }: { number: string; token: string }): Mail =>
  composeMail(kit, {
    text: emailChangedText,
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

/** Its title is the code, so that inboxes show it. */
const writeEmailCode = (kit: MailKit, { number, code }: { number: string; code: string }): Mail =>
  composeMail(kit, {
    text: emailCodeText,
    values: { order: number },
    title: code,
    lines: [`Enter this code to change the email of order ${number}. It works for ten minutes.`],
    after: ["If you didn't ask for it, someone else has the link to your order. Don't pass the code on."],
    reason: "You're receiving this email because an order has this address.",
  });

/**
 * Tells the address that an order had that its buyer changed it, with the link that stops it. It doesn't say to which
 * address. Nothing, once it was stopped, or changed again: then another email has the link.
 */
const emailChangedEmail = defineEmail({
  kind: "order_email_changed",
  priority: 0,
  topic: z.object({ orderId: z.string(), change: z.number() }),
  texts: [
    {
      text: emailChangedText,
      example: (kit) => writeEmailChanged(kit, { number: exampleOrderNumber, token: "example" }),
      latest: true,
    },
  ],
  triggers: {
    "order.email_changed_by_buyer": ({ orderId, formerEmail, change }) => ({
      key: `${orderId}:${change}`,
      toAddress: formerEmail,
      toName: "",
      topic: { orderId, change },
    }),
  },
  async render(deps, kit, { topic: { orderId, change } }) {
    const token = await findStopToken(deps, orderId, change);
    if (token === undefined) return undefined;
    return { ...writeEmailChanged(kit, { number: await numberOf(deps, orderId), token }), secret: token };
  },
});

/** The code that changes an order's email. Nothing, once it is over. */
const emailCodeEmail = defineEmail({
  kind: "order_email_code",
  priority: 0,
  topic: z.object({ orderId: z.string(), change: z.number(), slot: z.number() }),
  texts: [
    {
      text: emailCodeText,
      example: (kit) => writeEmailCode(kit, { number: exampleOrderNumber, code: "12345678" }),
      latest: true,
    },
  ],
  triggers: {
    "order.email_code_due": ({ orderId, buyerEmail, change, slot }) => ({
      key: `${orderId}:${change}:${slot}`,
      toAddress: buyerEmail,
      toName: "",
      topic: { orderId, change, slot },
    }),
  },
  async render(deps, kit, { topic: { orderId, change, slot } }) {
    const code = await findEmailCode(deps, orderId, change, slot);
    if (code === undefined) return undefined;
    return { ...writeEmailCode(kit, { number: await numberOf(deps, orderId), code }), secret: code };
  },
});

/** The emails about an order's own email. */
export const ownEmailEmails = [emailChangedEmail, emailCodeEmail];
