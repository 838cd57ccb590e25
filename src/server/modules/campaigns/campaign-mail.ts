import { fillIn, placeholder } from "#contract/email/variables.ts";
import {
  dressed,
  eventCard,
  firstNameInMail,
  footerLine,
  footerLink,
  frame,
  hero,
  linkButton,
  oneLine,
  pictureUrl,
  stripOf,
  whenOf,
  type Mail,
  type MailLink,
} from "#server/modules/email/index.ts";
import type { EventInfo } from "#server/modules/events/index.ts";
import { Html, html } from "#server/platform/html.ts";
import { createMarkdown } from "#contract/markdown.ts";
import { cleanRichText, plainTextOf, unescapeHtml } from "#server/platform/rich-text.ts";

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

const markdown = createMarkdown();

/** What a reader's text is filled in with. A name is what emails may show of it. */
const valuesOf = ({ event }: CampaignContent, { name }: CampaignReader) => ({
  firstName: firstNameInMail(name),
  eventTitle: event?.title ?? "",
});

/**
 * Markdown with a mark in place of each variable, and a way to put the values there once it's HTML: in a link's address
 * they are encoded, elsewhere they are text, whatever they contain.
 */
function markVariables(body: string, values: ReturnType<typeof valuesOf>) {
  const filled: string[] = [];
  const marked = body.replaceAll(placeholder, (variable) => `Xvariable${filled.push(fillIn(variable, values)) - 1}x`);
  const fill = (text: string, write: (value: string) => string) =>
    text.replaceAll(/Xvariable(\d+)x/g, (_all, at: string) => write(filled[Number(at)]!));
  return {
    marked,
    fillText: (text: string) => fill(text, (value) => html`${value}`.text),
    fillAddress: (url: string) => fill(url, encodeURIComponent),
  };
}

const encoded = (values: ReturnType<typeof valuesOf>) => ({
  firstName: encodeURIComponent(values.firstName),
  eventTitle: encodeURIComponent(values.eventTitle),
});

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
  const { marked, fillText, fillAddress } = markVariables(content.body, values);
  const links = new Map<string, string>();
  const tracked = (url: string) => {
    const whole = absolute(url, baseUrl);
    const isWeb = /^https?:\/\//i.test(whole);
    if (!links.has(whole)) links.set(whole, isWeb ? linkOf(whole) : whole);
    return links.get(whole)!;
  };
  const clean = cleanRichText(markdown.render(marked));
  const written = fillText(
    clean.replace(
      /<a href="([^"]*)"[^>]*>/g,
      (_all, href: string) => html`<a href="${tracked(fillAddress(unescapeHtml(href)))}">`.text,
    ),
  );
  const button: MailLink | null = content.button && {
    label: oneLine(fillIn(content.button.label, values)),
    link: tracked(fillIn(content.button.url, encoded(values))),
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
    plainTextOf(written, linkInText),
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

/** A link of the text part: its name and its address, or only that if it is the name. */
const linkInText = (name: string, href: string): string => (name === href ? href : `${name} (${href})`);
