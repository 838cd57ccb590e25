import type { EventDetail, Poster } from "#contract/events/events.ts";
import { formatDateTime, formatDay, formatTime } from "#server/platform/format.ts";
import { Html, html } from "#server/platform/html.ts";

/** The brand's colors, as the site has them: by day on bone, by night on black. The header and tickets never change. */
const black = "#0b0a08";
const gold = "#c9a24b";
const light = { page: "#f3ebdb", card: "#fffdf8", ink: "#17130d", soft: "#5f5645", gilt: "#735008", line: "#dccfb6" };
const dark = { page: "#0c0a08", card: "#15120e", ink: "#f4ecdc", soft: "#b5a992", gilt: "#d5ae57", line: "#3a3226" };

const text = "Hanken Grotesk,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif";
const display =
  "Big Shoulders,Big Shoulders Display,Impact,Avenir Next Condensed,Roboto Condensed,Arial Narrow,Arial,sans-serif";
const mono = "Menlo,Consolas,monospace";

/** The styles that texts share. Inline, since many email programs drop everything else. */
const styles = {
  paragraph: `margin:0 0 14px;font:16px/1.55 ${text};color:${light.ink}`,
  small: `margin:14px 0 0;font:14px/1.5 ${text};color:${light.soft}`,
  label: `margin:0;font:700 12px/1.3 ${text};letter-spacing:.1em;text-transform:uppercase;color:${light.gilt}`,
  heading: `margin:0;font:800 20px/1.15 ${display};letter-spacing:.01em;text-transform:uppercase`,
};

/**
 * What changes at night and on phones. Outlook's apps mark what they turned dark with `data-ogsc`. Programs that drop
 * these rules show the email by day.
 */
const darkRules = (scope: string) =>
  [
    [".page", `background:${dark.page}`],
    [".card", `background:${dark.card}`],
    [".ink", `color:${dark.ink}`],
    [".soft", `color:${dark.soft}`],
    [".gilt", `color:${dark.gilt}`],
    [".line", `border-color:${dark.line}`],
  ]
    .map(([name, rule]) => `${scope}${name}{${rule}!important}`)
    .join("");
const styleSheet = (baseUrl: string) =>
  new Html(
    `<style>@font-face{font-family:Big Shoulders;font-weight:100 900;src:url(${baseUrl}/brand/big-shoulders.woff2) format("woff2")}:root{color-scheme:light dark;supported-color-schemes:light dark}` +
      `body{margin:0;padding:0;-webkit-text-size-adjust:100%}img{border:0}a{color:inherit}` +
      `@media (prefers-color-scheme:dark){${darkRules("")}}${darkRules("[data-ogsc] ")}` +
      `@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}` +
      `.col{display:inline-block!important;padding-right:28px!important}` +
      `.where{display:block!important;padding-top:12px!important}.big{font-size:34px!important}}</style>`,
  );

/** Whether an email is read by day or at night: for previews, which don't follow the reader's device. */
export type Theme = "light" | "dark";

/** An email's HTML as one theme shows it, whatever the device prefers. */
export function inTheme(page: string, theme: Theme): string {
  const media = theme === "dark" ? "@media all" : "@media not all";
  return page
    .replaceAll("@media (prefers-color-scheme:dark)", media)
    .replaceAll("color-scheme:light dark", `color-scheme:${theme}`)
    .replaceAll('content="light dark"', `content="${theme}"`);
}

/** A paragraph of an email. */
export const paragraph = (line: string | Html): Html => html`<p class="ink" style="${styles.paragraph}">${line}</p>`;

/** A part whose paragraphs share their style. */
export const plainBlock = (body: Html): Html =>
  section(html`<div class="ink" style="font:15px/1.5 ${text};color:${light.ink}">${body}</div>`);

/** Small print below the rest. */
export const smallPrint = (line: string | Html): Html => html`<p class="soft" style="${styles.small}">${line}</p>`;

/** A link inside a text. */
export const textLink = (label: string, link: string): Html =>
  html`<a class="gilt" href="${link}" style="color:${light.gilt};text-decoration:underline">${label}</a>`;

/** A small heading above a part of an email. */
export const label = (line: string): Html => html`<p class="gilt" style="${styles.label}">${line}</p>`;

/** What staff wrote to the reader. */
export const noteBox = (note: string): Html =>
  html`<p class="ink" dir="auto" style="${styles.paragraph};padding:2px 0 2px 16px;border-left:3px solid ${gold}">${note}</p>`;

/**
 * An email's main action. A table cell, since Outlook gives links no padding; everywhere else the whole button is the
 * link.
 */
export const linkButton = (name: string, link: string): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:22px 0 24px">
    <tr>
      <td bgcolor="${gold}" style="background:${gold};border-radius:3px;mso-padding-alt:15px 28px">
        <a
          href="${link}"
          style="display:inline-block;padding:15px 28px;font:800 17px/1.2 ${display};letter-spacing:.05em;text-transform:uppercase;text-decoration:none;color:${black}"
          >${name}</a
        >
      </td>
    </tr>
  </table>`;

/** A part of an email with a thin line above it. */
export const section = (body: Html): Html =>
  html`<div class="line" style="border-top:1px solid ${light.line};margin:22px 0 0;padding:20px 0 0">${body}</div>`;

/** A list with a gold mark before each line. */
export const list = (lines: string[]): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 8px">
    ${lines.map(
      (line) =>
        html`<tr>
          <td class="gilt" valign="top" style="padding:0 12px 8px 0;font:16px/1.5 ${text};color:${light.gilt}">&#9670;</td>
          <td class="ink" style="padding:0 0 8px;font:16px/1.5 ${text};color:${light.ink}">${line}</td>
        </tr>`,
    )}
  </table>`;

/** Amounts with their labels; the last one is the total. */
export const sumTable = (lines: [name: string, amount: string][]): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font:15px/1.5 ${text}">
    ${lines.map(([name, amount], index) => {
      const isTotal = index === lines.length - 1;
      const style = isTotal
        ? `padding:12px 0 0;border-top:1px solid ${light.line};font:800 20px/1.2 ${display};color:${light.ink}`
        : `padding:4px 0;color:${light.ink}`;
      return html`<tr>
        <td class="ink line" dir="auto" style="${style};overflow-wrap:anywhere">${name}</td>
        <td class="ink line" align="right" valign="top" style="${style};padding-left:16px;white-space:nowrap">${amount}</td>
      </tr>`;
    })}
  </table>`;

/** A code to show at the door, on paper by day and at night, since scanners need it dark on light. */
interface Stub {
  /** "Ticket 1 of 2" */
  kicker: string;
  title: string;
  lines: string[];
  cid: string;
  code: string;
  alt: string;
}

/** A ticket, or another code to show, as a stub. */
export const stub = ({ kicker, title, lines, cid, code, alt }: Stub): Html =>
  html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    bgcolor="#ffffff"
    style="background:#fff;border:1px solid ${light.line};border-top:4px solid ${gold};margin:0 0 16px"
  >
    <tr>
      <td align="center" style="padding:18px 16px 20px">
        <p style="${styles.label}">${kicker}</p>
        <p dir="auto" style="${styles.heading};margin:4px 0 0;color:${light.ink};overflow-wrap:anywhere">${title}</p>
        ${lines.map(
          (line) => html`<p dir="auto" style="margin:4px 0 0;font:14px/1.45 ${text};color:${light.soft}">${line}</p>`,
        )}
        <img
          src="cid:${cid}"
          width="220"
          height="220"
          alt="${alt}"
          style="display:block;margin:10px auto 6px;background:#fff"
        />
        <p style="margin:0;font:13px/1.4 ${mono};word-break:break-all;color:${light.soft}">${code}</p>
      </td>
    </tr>
  </table>`;

/** An event that an email is about. */
export type MailedEvent = Pick<
  EventDetail,
  "id" | "slug" | "title" | "startsAt" | "doorsAt" | "timeZone" | "venue" | "poster" | "status"
>;

/** What an email shows of its event: the poster, and a strip with date, doors and venue. */
export interface EventStrip extends Pick<
  MailedEvent,
  "title" | "status" | "startsAt" | "doorsAt" | "timeZone" | "venue"
> {
  poster: Pick<Poster, "key" | "alt"> | null;
  /** Its page; none for an event that has no page to show. */
  link?: string;
}

/** The address of a picture of the media library, as every email program shows it: a JPEG of 1200 by 630 pixels. */
export const pictureUrl = (baseUrl: string, key: string): string =>
  `${baseUrl}/media/posters/${encodeURIComponent(key)}-social.jpg`;

/** A picture across the whole width, linked if it leads somewhere. */
export function hero(src: string, alt: string, link?: string): Html {
  const image = html`<img
    src="${src}"
    width="600"
    alt="${alt}"
    style="display:block;width:100%;max-width:600px;height:auto;background:${black};color:#f3ece0;font:14px/1.5 ${text}"
  />`;
  return html`<tr>
    <td bgcolor="${black}" style="background:${black};font-size:0;line-height:0">
      ${link === undefined ? image : html`<a href="${link}" style="text-decoration:none">${image}</a>`}
    </td>
  </tr>`;
}

interface Cell {
  className: string;
  name: string;
  value: string;
  after: string;
  color: string;
}

const cell = ({ className, name, value, after, color }: Cell): Html =>
  html`<td class="${className}" valign="top" style="padding:0 26px 0 0;color:${color}${className === "col" && ";white-space:nowrap"}">
    <p style="margin:0 0 2px;font:700 11px/1.3 ${text};letter-spacing:.1em;text-transform:uppercase;color:${color}">
      ${name}
    </p>
    <p dir="auto" style="${styles.heading};color:${color};text-align:left;overflow-wrap:anywhere">${value}</p>
    ${after !== "" && html`<p dir="auto" style="margin:2px 0 0;font:13px/1.4 ${text};color:${color}">${after}</p>`}
  </td>`;

/** The strip of an event: what is on, when and where. Gold, unless it's off: then it celebrates nothing. */
function eventStrip(event: EventStrip): Html {
  const { status, startsAt, doorsAt, timeZone, venue } = event;
  const isOn = status === "on";
  const [ground, color] = isOn ? [gold, black] : ["#2c261d", "#f3ece0"];
  const day = formatDay(startsAt, timeZone);
  const starts = formatTime(startsAt, timeZone);
  const cells =
    status === "postponed"
      ? [{ className: "col", name: "Date", value: "To be announced", after: "" }]
      : [
          { className: "col", name: "Date", value: day.replace(/, \d{4}$/, ""), after: day.slice(-4) },
          doorsAt === null
            ? { className: "col", name: "Starts", value: starts, after: "" }
            : { className: "col", name: "Doors", value: formatTime(doorsAt, timeZone), after: `Starts ${starts}` },
        ];
  cells.push({ className: "where", name: "Where", value: venue.name, after: venue.city });
  return html`<tr>
    <td class="pad" bgcolor="${ground}" style="background:${ground};padding:18px 32px 20px">
      ${!isOn && html`<p style="${styles.label};color:${gold}">${status === "canceled" ? "Canceled" : "Postponed"}</p>`}
      <p
        class="big"
        dir="auto"
        style="margin:0 0 12px;font:800 40px/1 ${display};text-transform:uppercase;color:${color};overflow-wrap:anywhere"
      >
        ${event.link === undefined ? event.title : html`<a href="${event.link}" style="color:${color};text-decoration:none">${event.title}</a>`}
      </p>
      <table role="presentation" cellpadding="0" cellspacing="0">
        <tr>
          ${cells.map((each) => cell({ ...each, color }))}
        </tr>
      </table>
    </td>
  </tr>`;
}

/** When an event takes place, in its own time zone; a postponed one has no date until staff set a new one. */
export const whenOf = ({ status, startsAt, timeZone }: Pick<MailedEvent, "status" | "startsAt" | "timeZone">): string =>
  status === "postponed" ? "New date to be announced" : formatDateTime(startsAt, timeZone);

/** A whole email: what stands in the frame, and what the frame says. */
interface Page {
  /** The address of the site, where the logo and pictures are. */
  baseUrl: string;
  title: string;
  /** What inboxes show after the subject. */
  preheader: string;
  /** A picture on top, instead of the event's poster. */
  picture?: Html | undefined;
  event?: EventStrip | undefined;
  heading: string;
  body: Html;
  /** Why the reader gets it. */
  reason: string | Html;
  contactEmail: string | null;
  /** Lines below that: links, the sender's address. */
  footer?: Html | undefined;
}

/** Fills the rest of what inboxes show, so that they don't continue with the first lines of the email. */
const filler = new Html("&#847; &zwnj; &nbsp; ".repeat(30));

/**
 * The frame around every email: logo, poster, event, card, footer. One column of one-cell tables, since Outlook pads
 * nothing else. All pictures come from our own site.
 */
export function frame(page: Page): string {
  const { baseUrl, event, contactEmail } = page;
  const poster = event?.poster;
  const picture = page.picture ?? (poster ? hero(pictureUrl(baseUrl, poster.key), poster.alt, event?.link) : undefined);
  return tight(html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${page.title}</title>
        ${styleSheet(baseUrl)}
      </head>
      <body class="page" style="margin:0;padding:0;background:${light.page}">
        <div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:${light.page}">${page.preheader}${filler}</div>
        <table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${light.page}" style="background:${light.page}">
          <tr>
            <td align="center">
              <table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;table-layout:fixed">
                <tr>
                  <td class="pad" bgcolor="${black}" style="background:${black};padding:20px 32px">
                    <a href="${baseUrl}" style="text-decoration:none"
                      ><img src="${baseUrl}/brand/logo-email.png" width="274" height="28" alt="Savage Gentlemen" style="display:block;width:274px;height:28px;color:#f3ece0;font:800 22px/28px ${display}"
                    /></a>
                  </td>
                </tr>
                ${picture} ${event && eventStrip(event)}
                <tr>
                  <td class="card pad" bgcolor="${light.card}" style="background:${light.card};padding:32px 32px 34px;text-align:left">
                    <h1 class="ink big" style="margin:0 0 16px;font:800 36px/1.05 ${display};letter-spacing:.002em;color:${light.ink};overflow-wrap:anywhere">${page.heading}</h1>
                    ${page.body}
                  </td>
                </tr>
                <tr>
                  <td class="pad" style="padding:24px 32px 40px;text-align:left">
                    <p class="soft" style="margin:0 0 8px;font:13px/1.5 ${text};color:${light.soft}">${page.reason}</p>
                    ${page.footer}
                    <p class="soft" style="margin:0;font:13px/1.5 ${text};color:${light.soft}">
                      Savage Gentlemen Lifestyle &middot;
                      <a class="soft" href="${baseUrl}" style="color:${light.soft}">${new URL(baseUrl).host}</a>
                      ${contactEmail !== null && html`&middot; <a class="soft" href="mailto:${contactEmail}" style="color:${light.soft}">${contactEmail}</a>`}
                    </p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`);
}

/** Small print below an email, such as a link to unsubscribe or the sender's address. */
export const footerLine = (line: Html | string): Html =>
  html`<p class="soft" style="margin:0 0 8px;font:13px/1.5 ${text};color:${light.soft}">${line}</p>`;

/** A link in that small print. */
export const footerLink = (name: string, link: string): Html =>
  html`<a class="soft" href="${link}" style="color:${light.soft}">${name}</a>`;

/** HTML without the white space of its source. Texts keep at least one space. */
const tight = ({ text: page }: Html): string =>
  page
    .replace(/\s*\n\s*/g, "\n")
    .replace(/>\n</g, "><")
    .trim();

/** A cleaned rich text in the email's own type. */
export function dressed({ text: body }: Html): Html {
  const looks: Record<string, [className: string, style: string]> = {
    p: ["ink", styles.paragraph],
    h3: ["ink", `${styles.heading};margin:22px 0 8px;color:${light.ink};font-size:24px`],
    h4: ["ink", `${styles.heading};margin:18px 0 6px;color:${light.ink}`],
    ul: ["ink", `margin:0 0 14px;padding:0 0 0 22px;font:16px/1.55 ${text};color:${light.ink}`],
    ol: ["ink", `margin:0 0 14px;padding:0 0 0 30px;font:16px/1.55 ${text};color:${light.ink}`],
    li: ["ink", "margin:0 0 6px"],
    blockquote: ["ink", `margin:0 0 14px;padding:2px 0 2px 16px;border-left:3px solid ${gold}`],
    pre: [
      "ink line",
      `margin:0 0 14px;padding:12px 14px;border:1px solid ${light.line};font:14px/1.5 ${mono};white-space:pre-wrap;color:${light.ink}`,
    ],
    code: ["", `font-family:${mono}`],
    hr: ["line", `border:0;border-top:1px solid ${light.line};margin:22px 0`],
    a: ["gilt", `color:${light.gilt};text-decoration:underline`],
  };
  // The white space of the page is taken out later, that of code is part of the text.
  const spaced = body.replace(/<pre>.*?<\/pre>/gs, (pre) =>
    pre
      .replace(/\n(?=<)/g, "")
      .replaceAll("\n", "<br />")
      .replaceAll("  ", " &nbsp;"),
  );
  return new Html(
    spaced.replace(
      /<(p|h3|h4|ul|ol|li|blockquote|pre|code|hr|a)(?=( start=)|[\s/>])/g,
      (tag, name: string, start?: string) => {
        const [className, look] = looks[name]!;
        // Room for the numbers of a list that goes on from another.
        const style = start === undefined ? look : look.replace("0 30px", "0 44px");
        const direction = name === "a" || name === "hr" || name === "code" ? "" : ' dir="auto"';
        return `${tag}${direction} class="${className}" style="${style}"`;
      },
    ),
  );
}

/** An event inside an email's card: its poster, and the strip with date and venue. */
export const eventCard = (event: EventStrip, baseUrl: string): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:26px 0 0;table-layout:fixed">
    ${event.poster && hero(pictureUrl(baseUrl, event.poster.key), event.poster.alt, event.link)} ${eventStrip(event)}
  </table>`;
