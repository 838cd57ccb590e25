import type { EventInfo } from "#server/modules/events/index.ts";
import { formatDateTime } from "#server/platform/format.ts";
import { Html, html } from "#server/platform/html.ts";

/** A finished email; `codes` are the tickets whose QR images it includes, one `cid` each. */
export interface Mail {
  subject: string;
  html: string;
  text: string;
  codes: { cid: string; code: string }[];
  /** What an email that it is merged into says of it, below its subject. */
  brief: Brief;
  /** Its own headers, such as List-Unsubscribe. */
  headers?: Record<string, string>;
  /** The part that opens an account: it is sent with the email, and no stored copy has it. */
  secret?: string;
}

/** A link by its label. */
export interface MailLink {
  label: string;
  link: string;
}

/** An email in a few lines, with its links. */
export interface Brief {
  lines: string[];
  links: MailLink[];
  /** The event that it is about. */
  event?: string;
}

const ink = "#14110d";
export const soft = "#6b6255";
export const gold = "#8a6a1f";

/** An email's main action: a link that looks like a button in every email program. */
export const linkButton = (label: string, link: string): Html =>
  html`<a
    href="${link}"
    style="display:inline-block;background:${ink};color:${bone};padding:13px 22px;border-radius:8px;text-decoration:none;font-weight:700"
    >${label}</a
  >`;

const bone = "#f3ece0";

/**
 * What changes in dark mode. Colors are inline, since many email programs drop everything else; these rules match the
 * inline text. Programs that drop these rules too show the email as it is.
 */
const inTheDark = `
  body{background:${ink}!important;color:${bone}!important}
  [style*="color:${soft}"]{color:#b9ad9b!important}
  [style*="color:${gold}"]{color:#d8b765!important}
  [style*="background:#fff"]{background:#241f18!important}
  [style*="solid #d9cfbd"]{border-color:#4a4136!important}
  [style*="background:${ink}"]{background:#c9a24b!important;color:${ink}!important}`;
const darkStyle = new Html(`<style>@media (prefers-color-scheme:dark){${inTheDark}}</style>`);

const becauseOfOrder = "You're receiving this email because of an order placed with this address.";

/** The frame around every email. @param reason why this person gets it */
export function frame(title: string, body: Html, reason: string | Html = becauseOfOrder): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        ${darkStyle}
      </head>
      <body style="margin:0;background:${bone};color:${ink};font:16px/1.5 Helvetica,Arial,sans-serif">
        <div style="max-width:560px;margin:0 auto;padding:24px 16px 40px">
          <p
            style="margin:0 0 20px;font-weight:700;letter-spacing:.14em;text-transform:uppercase;color:${gold};font-size:13px"
          >
            Savage Gentlemen
          </p>
          ${body}
          <p style="margin:28px 0 0;color:${soft};font-size:13px">Savage Gentlemen Lifestyle. ${reason}</p>
        </div>
      </body>
    </html>`.text;
}

/** When an event takes place, in its own time zone; a postponed one has no date until staff set a new one. */
export const whenOf = ({ status, startsAt, timeZone }: Pick<EventInfo, "status" | "startsAt" | "timeZone">): string =>
  status === "postponed" ? "New date to be announced" : formatDateTime(startsAt, timeZone);

/** A paragraph of an email. */
export const paragraph = (line: string): Html => html`<p style="margin:0 0 12px">${line}</p>`;

/** What staff wrote to the reader. */
export const noteBox = (note: string): Html =>
  html`<p style="margin:0 0 16px;padding:12px 16px;background:#fff;border-left:3px solid #c9a24b">${note}</p>`;

/** An email of some paragraphs under its subject. */
interface Letter {
  subject: string;
  lines: string[];
  /** What staff wrote to the reader. */
  note?: string | null;
  button: MailLink;
  /** What stands under the button. */
  under?: Html;
  /** The links of `under`. */
  links?: MailLink[];
  /** The last lines of the plain text, with its links. */
  ends: string[];
  /** Why the reader gets it. */
  reason?: string;
}

/** Writes an email of some paragraphs, a button, and what stands under it. */
export function composeMail({ subject, lines, note = null, button, under, links = [], ends, reason }: Letter): Mail {
  const body = html` <h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${subject}</h1>
    ${lines.map(paragraph)} ${note !== null && noteBox(note)}
    <p style="margin:20px 0 0">${linkButton(button.label, button.link)}</p>
    ${under ?? ""}`;
  const said = note === null ? lines : [...lines, note];
  const text = [subject, "", ...said.flatMap((line) => [line, ""]), ...ends].join("\n");
  const brief = { lines: said, links: [button, ...links] };
  return { subject, html: frame(subject, body, reason), text, codes: [], brief };
}
