import { html } from "#server/platform/html.ts";
import type { MailKind } from "./new-mail.ts";
import { frame, paragraph, plainBlock } from "./layout.ts";
import type { Mail, MailKit } from "./templates.ts";
import { oneLine } from "./texts/problems.ts";

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
  staff_weekly_brief: (count) => `Your last ${count} weeks`,
};

const intro = "We had several emails for you, so we put them in one.";
const reason = "You're receiving this email because several things happened with this address in a short time.";

/** One email for several of a kind: each with its subject, what it says and its links. Codes stay behind the links. */
export function mergeMails(kit: MailKit, kind: MailKind, mails: Mail[]): Mail {
  const [event, ...otherEvents] = new Set(mails.map(({ brief }) => brief.event));
  const forEvent = event === undefined || otherEvents.length > 0 ? "" : ` for ${event}`;
  const count = mails.length;
  const subject = oneLine((subjects[kind]?.(count) ?? `${count} updates about your orders`) + forEvent);
  // There may be a hundred, so their style is written once.
  const body = html`${paragraph(intro)}
  ${plainBlock(
    html`${mails.map(
      (mail) =>
        html`<p dir="auto" style="margin:18px 0 0">
          <strong>${mail.subject}</strong>${mail.brief.lines.map((line) => html`<br />${line}`)}<br />
          ${mail.brief.links.map(({ label, link }) => html`<a href="${link}">${label}</a> &nbsp; `)}
        </p>`,
    )}`,
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
  const page = frame({ ...kit, title: subject, preheader: intro, heading: subject, body, reason });
  return { subject, html: page, text, codes: [], preheader: intro, brief: { lines: [intro], links: [] } };
}
