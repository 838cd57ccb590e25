import sharp from "sharp";
import { encode } from "uqr";
import type { Deps } from "#server/platform/deps.ts";
import { findEventHeads } from "#server/modules/events/index.ts";
import { findCompIds, orderLinkKey, readOrders } from "#server/modules/orders/index.ts";
import { guardMail, linkMail } from "./account-mails.ts";
import { interestConfirmation } from "./interest-mail.ts";
import type { DueMail } from "./store.ts";
import { moneyReturned, orderConfirmation, type Mail } from "./templates.ts";

/**
 * Writes a mail out of what its topic names, from the rows as they stand now.
 *
 * @returns undefined when there is nothing to tell any more: its link was used, or its time is up
 */
export async function renderMail(deps: Deps, mail: DueMail): Promise<Mail | undefined> {
  if (mail.kind === "account_link") return linkMail(deps, mail);
  if (mail.kind === "account_notice") return guardMail(deps.config, mail);
  if (mail.kind === "interest_confirmation") return interestConfirmation(deps, String(mail.topic.interestId));
  const orderId = String(mail.topic.orderId);
  const { order } = (await readOrders(deps, deps.db, [orderId])).get(orderId)!;
  const { baseUrl } = deps.config;
  if (mail.kind === "money_returned") {
    return moneyReturned(order, Number(mail.topic.amountCents), String(mail.topic.reason), `${baseUrl}/events`);
  }
  const nights = await findEventHeads(deps.db, [...new Set(order.lines.map((line) => line.eventId))]);
  const key = orderLinkKey(orderId, deps.keys["order-links"]);
  const isComp = (await findCompIds(deps.db, [orderId])).has(orderId);
  return orderConfirmation(order, nights, `${baseUrl}/payment-success?order=${orderId}&key=${key}`, isComp);
}

const quietZone = 4;
const pixelsPerModule = 8;

/** A ticket's QR code as a small PNG for mail, which shows no SVG. */
export async function qrPng(code: string): Promise<Buffer> {
  const { data, size } = encode(code, { ecc: "M", border: quietZone });
  const pixels = Buffer.alloc(size * size);
  data.forEach((row, y) => row.forEach((dark, x) => (pixels[y * size + x] = dark ? 0 : 255)));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * pixelsPerModule, size * pixelsPerModule, { kernel: "nearest" })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}
