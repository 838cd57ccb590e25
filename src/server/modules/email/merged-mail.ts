import { html } from "#server/platform/html.ts";
import type { MailKind } from "./store.ts";
import { frame, gold, paragraph, type Mail } from "./templates.ts";

/** The subject of an email that lists several of one kind. */
const subjects: Partial<Record<MailKind, (count: number) => string>> = {
  order_confirmation: (count) => `Your ${count} orders`,
  interest_confirmation: (count) => `Confirm ${count} email reminders`,
  sales_open: (count) => `On sale now: ${count} events`,
  stream_live: (count) => `Live now: ${count} streams`,
  back_in_stock: (count) => `Back in stock: ${count} products`,
  staff_dispute: (count) => `${count} updates about disputes`,
  staff_money: (count) => `${count} alerts about payments`,
  staff_low_stock: (count) => `${count} alerts about stock`,
  staff_weekly_brief: (count) => `${count} weekly summaries`,
};

const intro = "We had several emails for you, so we put them in one.";
const reason = "You're receiving this email because several things happened with this address in a short time.";

/** One email for several of a kind: each with its subject, what it says and its links. Codes stay behind the links. */
export function mergeMails(kind: MailKind, mails: Mail[]): Mail {
  const [event, ...otherEvents] = new Set(mails.map(({ brief }) => brief.event));
  const forEvent = event === undefined || otherEvents.length > 0 ? "" : ` for ${event}`;
  const count = mails.length;
  const subject = (subjects[kind]?.(count) ?? `${count} updates about your orders`) + forEvent;
  const body = html` <h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${subject}</h1>
    ${paragraph(intro)}
    ${mails.map(
      (mail) =>
        html`<div style="background:#fff;border-radius:12px;padding:14px 18px;margin:0 0 12px">
          <p style="margin:0 0 4px;font-weight:700">${mail.subject}</p>
          ${mail.brief.lines.map((line) => html`<p style="margin:0 0 4px;font-size:14px">${line}</p>`)}
          <p style="margin:0;font-size:14px">
            ${mail.brief.links.map(
              ({ label, link }) => html`<a href="${link}" style="color:${gold};margin-right:14px">${label}</a> `,
            )}
          </p>
        </div>`,
    )}`;
  const text = [
    subject,
    "",
    intro,
    ...mails.flatMap(({ subject: each, brief: { lines, links } }) => [
      "",
      each,
      ...lines,
      ...links.map(({ label, link }) => `${label}: ${link}`),
    ]),
    "",
    reason,
  ].join("\n");
  const brief = { lines: [intro], links: [] };
  return { subject, html: frame(subject, body, reason), text, codes: [], brief };
}
