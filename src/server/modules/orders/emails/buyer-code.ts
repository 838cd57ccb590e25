import { composeMail, defineEmail, defineText, type Mail, type MailKit } from "#server/modules/email/index.ts";
import { z } from "zod";
import { buyerCode } from "../buyer-email/own-secrets.ts";
import { findCodeSlot } from "../buyer-email/own-store.ts";

const buyerCodeText = defineText({
  kind: "buyer_code",
  name: "Code to keep a hold",
  about: "To the address that someone is ordering with, when they ask for a code to keep what they have on hold",
  group: "orders",
  place: 105,
  text: ["Your checkout code", "", ""],
  variables: [],
});

/** Its title is the code, so that inboxes show it. */
const writeBuyerCode = (kit: MailKit, code: string): Mail =>
  composeMail(kit, {
    text: buyerCodeText,
    values: {},
    title: code,
    lines: ["Enter this code at checkout to keep your order on hold. It works for ten minutes."],
    after: ["If you aren't buying anything right now, you can ignore this email. Don't share the code."],
    reason: "You're receiving this email because someone entered this address at checkout.",
  });

/** The code that shows that a buyer reads the email they order with. Nothing, once it is over. */
export const buyerCodeEmail = defineEmail({
  kind: "buyer_code",
  priority: 0,
  topic: z.object({ userId: z.number(), slot: z.number() }),
  // Nobody has to know which address someone entered.
  leavesNoTrace: true,
  texts: [{ text: buyerCodeText, example: (kit) => writeBuyerCode(kit, "12345678"), latest: true }],
  async render(deps, kit, { toAddress, topic: { userId, slot } }) {
    if ((await findCodeSlot(deps.db)) - slot > 1) return undefined;
    const code = buyerCode({ userId, email: toAddress, slot }, deps.keys["order-links"]);
    return { ...writeBuyerCode(kit, code), secret: code };
  },
});
