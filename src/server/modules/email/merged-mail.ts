import { html } from "#server/platform/html.ts";
import type { Email } from "./define.ts";
import { frame, paragraph, plainBlock } from "./layout.ts";
import type { Mail, MailKit } from "./mail.ts";
import { oneLine } from "./texts/problems.ts";

const intro = "We had several emails for you, so we put them in one.";
const reason = "You're receiving this email because several things happened with this address in a short time.";

/** One email for several of a kind: each with its subject, what it says and its links. Codes stay behind the links. */
export function mergeMails(kit: MailKit, mails: Mail[], email: Pick<Email, "mergedSubject"> = {}): Mail {
  const [event, ...otherEvents] = new Set(mails.map(({ brief }) => brief.event));
  const forEvent = event === undefined || otherEvents.length > 0 ? "" : ` for ${event}`;
  const count = mails.length;
  const subject = oneLine((email.mergedSubject?.(count) ?? `${count} updates about your orders`) + forEvent);
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
