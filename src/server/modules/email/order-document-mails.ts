import type { Order } from "#contract/orders.ts";
import { html, type Html } from "#server/platform/html.ts";
import type { DueMail } from "./store.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

/**
 * Tells a buyer that their invoice was reissued, with links to both documents: the new invoice and the old one's
 * cancellation.
 */
export function invoiceCorrected(
  topic: DueMail["topic"],
  { order, baseUrl, key }: { order: Order; baseUrl: string; key: string },
): Mail {
  const subject = `Your corrected invoice for order ${order.number}`;
  const linkOf = (id: unknown) => `${baseUrl}/api/orders/${order.id}/documents/${Number(id)}?key=${key}`;
  const invoice = linkOf(topic.invoiceId);
  const cancellation = linkOf(topic.cancellationId);
  const lines = [
    "We corrected the billing details on your invoice. The old invoice is canceled, and a new one replaces it. What you paid hasn't changed.",
    "If the old invoice is already in your books, file the cancellation with it.",
  ];
  const paragraph = (line: string): Html => html`<p style="margin:0 0 12px">${line}</p>`;
  const body = html` <h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${subject}</h1>
    ${lines.map(paragraph)}
    <p style="margin:20px 0 0">${linkButton("View invoice (PDF)", invoice)}</p>
    <p style="margin:14px 0 0;color:#6b6255;font-size:14px">
      Order ${order.number}. <a href="${cancellation}" style="color:#8a6a1f">Cancellation of the old invoice (PDF)</a>
    </p>`;
  const text = [
    subject,
    "",
    ...lines.flatMap((line) => [line, ""]),
    `Invoice: ${invoice}`,
    `Cancellation: ${cancellation}`,
  ].join("\n");
  return { subject, html: frame(subject, body), text, codes: [] };
}
