import type { Order } from "#contract/orders.ts";
import { html, type Html } from "#server/platform/html.ts";
import type { DueMail } from "./store.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

/** Tells a buyer that their invoice was made out anew, with both papers to open: the new one, and what cancels the old. */
export function invoiceCorrected(
  topic: DueMail["topic"],
  { order, baseUrl, key }: { order: Order; baseUrl: string; key: string },
): Mail {
  const subject = `Your corrected invoice for order ${order.number}`;
  const linkOf = (id: unknown) => `${baseUrl}/api/orders/${order.id}/papers/${Number(id)}?key=${key}`;
  const invoice = linkOf(topic.invoiceId);
  const cancellation = linkOf(topic.cancellationId);
  const lines = [
    "To whom your invoice is made out was put right: the former one is cancelled, and this one stands in its place. What you paid is the same.",
    "Where the former one is in your books already, the cancellation belongs beside it.",
  ];
  const paragraph = (line: string): Html => html`<p style="margin:0 0 12px">${line}</p>`;
  const body = html` <h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${subject}</h1>
    ${lines.map(paragraph)}
    <p style="margin:20px 0 0">${linkButton("Open the invoice (PDF)", invoice)}</p>
    <p style="margin:14px 0 0;color:#6b6255;font-size:14px">
      Order ${order.number}. <a href="${cancellation}" style="color:#8a6a1f">The cancellation (PDF)</a>
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
