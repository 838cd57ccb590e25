import { html } from "#server/platform/html.ts";
import type { SessionEntry } from "./books.ts";

/** The processor's payment page, for journeys: the buyer can pay, be declined or leave. */
export function payPage(session: SessionEntry): string {
  const amount = (session.amount_total / 100).toFixed(2);
  const others = session.payment_method_types.filter((method) => method !== "card");
  const away = others.map(
    (method) =>
      html`<form method="post">
        <input type="hidden" name="method" value="${method}" />
        <button name="outcome" value="approve">Pay with ${method}</button>
        <button name="outcome" value="decline">Be refused by ${method}</button>
      </form>`,
  );
  const open = html`
    <form method="post">
      <button name="outcome" value="approve">Pay ${session.currency.toUpperCase()} ${amount}</button>
      <button name="outcome" value="decline">Use a card that is declined</button>
      <button name="outcome" value="late">Pay by bank transfer</button>
    </form>
    ${away}
    <p><a href="${session.cancel_url}">Back to the shop</a></p>`;
  const closed = html`<p>This page is no longer available.</p>`;
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Pay ${session.title}</title>
    <link rel="icon" href="data:," /></head>
    <body><main><h1>${session.title}</h1>${session.status === "open" ? open : closed}</main></body></html>`.text;
}
