import MarkdownIt from "markdown-it";
import type { EventInfo } from "#server/modules/events/index.ts";
import { Html, html } from "#server/platform/html.ts";
import { cleanRichText } from "#server/platform/rich-text.ts";
import { dressed, eventCard, footerLine, footerLink, frame, hero, linkButton, pictureUrl, whenOf } from "./layout.ts";
import { firstNameInMail } from "./rules.ts";
import { stripOf, type Mail, type MailLink } from "./templates.ts";
import { fillIn, oneLine } from "./texts/rules.ts";

/** What a campaign or an automation says. The body is Markdown with the variables {{firstName}} and {{eventTitle}}. */
export interface CampaignContent {
  subject: string;
  /** What inboxes show after the subject; may be empty. */
  preheader: string;
  body: string;
  /** A picture of the media library, on top. */
  heroKey: string | null;
  button: { label: string; url: string } | null;
  /** The event whose card is shown below the text. */
  event: EventInfo | null;
}

/** Whom one copy of it goes to, and where its links lead. */
export interface CampaignReader {
  name: string;
  baseUrl: string;
  contactEmail: string | null;
  /** Why they get it. */
  reason: string;
  unsubscribeUrl: string;
  /** For RFC 8058: one POST without a session. Often the same address. */
  oneClickUrl?: string;
  preferencesUrl: string;
  /** The same email on the web; none in the web version itself. */
  webUrl?: string | undefined;
  /** The sender's postal address, which marketing must state. */
  postalAddress: string | null;
  /** The address that a link of the message gets, for counting clicks. */
  linkOf: (url: string) => string;
}

// No HTML, and no pictures: the one on top is the campaign's own.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable(["image", "table", "reference"]);
markdown.linkify.set({ fuzzyEmail: false, fuzzyIP: false });

/** What a reader's text is filled in with. A name is what emails may show of it. */
const valuesOf = ({ event }: CampaignContent, { name }: CampaignReader) => ({
  firstName: firstNameInMail(name),
  eventTitle: event?.title ?? "",
});

/** A value as Markdown shows it: as text, whatever it contains. */
const literal = (value: string) => value.replace(/[\\`*_{}[\]()<>#+\-.!|~&@:/]/g, "\\$&");

/** The absolute address of a link, which may be a path of this site. */
const absolute = (url: string, baseUrl: string): string => (/^\/(?!\/)/.test(url) ? baseUrl + url : url);

/**
 * Writes one copy of a campaign. Its links go through `linkOf`; those to unsubscribe, preferences and the web version
 * don't. The same content and reader give the same bytes.
 */
export function campaignMail(content: CampaignContent, reader: CampaignReader): Mail {
  const { baseUrl, linkOf, unsubscribeUrl, preferencesUrl, webUrl, postalAddress } = reader;
  const values = valuesOf(content, reader);
  const subject = oneLine(fillIn(content.subject, values));
  const preheader = oneLine(fillIn(content.preheader, values));
  const marked = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, literal(value)]));
  const links = new Map<string, string>();
  const tracked = (url: string) => {
    const whole = absolute(url, baseUrl);
    const isWeb = /^https?:\/\//i.test(whole);
    if (!links.has(whole)) links.set(whole, isWeb ? linkOf(whole) : whole);
    return links.get(whole)!;
  };
  const clean = cleanRichText(markdown.render(fillIn(content.body, marked)));
  const written = clean.replace(
    /<a href="([^"]*)"[^>]*>/g,
    (_all, href: string) => html`<a href="${tracked(unescaped(href))}">`.text,
  );
  const button: MailLink | null = content.button && {
    label: oneLine(fillIn(content.button.label, values)),
    link: tracked(content.button.url),
  };
  const strip = content.event && stripOf(content.event, baseUrl);
  const card = strip && { ...strip, link: tracked(strip.link!) };
  const leave = [
    footerLink("Unsubscribe", unsubscribeUrl),
    footerLink("Email preferences", preferencesUrl),
    ...(webUrl === undefined ? [] : [footerLink("View in browser", webUrl)]),
  ];
  const page = frame({
    baseUrl,
    contactEmail: reader.contactEmail,
    title: subject,
    preheader,
    picture: content.heroKey === null ? undefined : hero(pictureUrl(baseUrl, content.heroKey), "", button?.link),
    heading: subject,
    body: html`${dressed(new Html(written))} ${button && linkButton(button.label, button.link)}
    ${card && eventCard(card, baseUrl)}`,
    reason: reader.reason,
    footer: html`${footerLine(html`${leave.map((each, index) => html`${index > 0 && html` &middot; `}${each}`)}`)}
    ${postalAddress !== null && footerLine(postalAddress.split("\n").join(", "))}`,
  });
  const text = [
    subject,
    "",
    textOf(written),
    "",
    ...(button ? [`${button.label}: ${button.link}`, ""] : []),
    ...(card
      ? [card.title, whenOf(card), `${card.venue.name}, ${card.venue.city}`, `See event: ${card.link}`, ""]
      : []),
    reader.reason,
    `Unsubscribe: ${unsubscribeUrl}`,
    `Email preferences: ${preferencesUrl}`,
    ...(webUrl === undefined ? [] : [`View in browser: ${webUrl}`]),
    ...(postalAddress === null ? [] : ["", postalAddress]),
  ].join("\n");
  return {
    subject,
    html: page,
    text,
    codes: [],
    preheader,
    brief: { lines: preheader === "" ? [] : [preheader], links: button ? [button] : [] },
    headers: {
      "List-Unsubscribe": `<${reader.oneClickUrl ?? unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
const unescaped = (value: string) => value.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!);

/** The plain text of a body: each link with its address, a dash before each item. */
const textOf = (body: string): string =>
  unescaped(
    body
      .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_all, href: string, name: string) =>
        name === href ? href : `${name} (${href})`,
      )
      .replace(/<li>\s*/g, "- ")
      .replace(/<br\s*\/?>\n?/g, "\n")
      .replace(/<\/li>\s*/g, "\n")
      .replace(/<\/?(?:p|h3|h4|ul|ol|blockquote|hr)(?:\s[^>]*)?\/?>/g, "\n\n")
      .replace(/<[^>]*>/g, ""),
  )
    .replace(/\n{3,}/g, "\n\n")
    .trim();
