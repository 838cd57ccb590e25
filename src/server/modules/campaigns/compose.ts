import type { MessageContent } from "#contract/email-campaigns.ts";
import { renderText } from "#server/modules/community/index.ts";
import { frame, linkButton, type Mail } from "#server/modules/email/index.ts";
import { findEventById } from "#server/modules/events/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { formatDateTime } from "#server/platform/format.ts";
import { Html, html } from "#server/platform/html.ts";
import { plainTextOf } from "#server/platform/rich-text.ts";

/** What differs between readers, and where the links of a message lead. */
export interface Reader {
  name: string;
  unsubscribeUrl: string;
  preferencesUrl: string;
  webUrl: string;
  /** Null for what isn't marketing. */
  postalAddress: string | null;
  linkOf: (url: string) => string;
}

/** Writes the message of a campaign or an automation for one reader. */
export async function composeMessage(deps: Deps, content: MessageContent, reader: Reader): Promise<Mail> {
  const { baseUrl } = deps.config;
  const event = content.eventId === null ? undefined : await findEventById(deps.db, content.eventId);
  const fill = (text: string) =>
    text
      .replaceAll(/\{\{\s*firstName\s*\}\}/g, () => reader.name.split(" ")[0] || "there")
      .replaceAll(/\{\{\s*eventTitle\s*\}\}/g, () => event?.title ?? "");
  const subject = fill(content.subject);
  const link = (url: string) => reader.linkOf(new URL(url, baseUrl).href);
  // Variables are filled in after Markdown was read: a name can't add links or formatting.
  const body = fill(renderText(content.body)).replaceAll(
    /<a href="([^"]+)"/g,
    (_, url: string) => `<a href="${html`${link(url.replaceAll("&amp;", "&"))}`.text}"`,
  );
  const eventUrl = event === undefined ? undefined : link(`/events/${event.slug}`);
  const when = event && formatDateTime(event.startsAt, event.timeZone);
  const place = event && `${event.venue.name}, ${event.venue.city}`;
  const shown = html`<p style="display:none;max-height:0;overflow:hidden">${fill(content.preheader)}</p>
    ${new Html(body)}
    ${content.button && html`<p style="margin:20px 0">${linkButton(fill(content.button.label), link(content.button.url))}</p>`}
    ${
      event &&
      html`<div style="background:#fff;border-radius:12px;padding:18px;margin:20px 0">
        <p style="margin:0;font-weight:700"><a href="${eventUrl}" style="color:inherit">${event.title}</a></p>
        <p style="margin:4px 0 0;font-size:14px">${when}<br />${place}</p>
      </div>`
    }`;
  const { unsubscribeUrl, preferencesUrl, webUrl, postalAddress } = reader;
  const reason = html`<a href="${webUrl}" style="color:inherit">View in your browser</a> ·
    <a href="${preferencesUrl}" style="color:inherit">Email preferences</a> ·
    <a href="${unsubscribeUrl}" style="color:inherit">Unsubscribe</a>${postalAddress && html`<br />${postalAddress}`}`;
  const text = [
    fill(plainTextOf(renderText(content.body))),
    ...(content.button ? ["", `${fill(content.button.label)}: ${link(content.button.url)}`] : []),
    ...(event ? ["", `${event.title}: ${when}, ${place}`, eventUrl] : []),
    "",
    `View in your browser: ${webUrl}`,
    `Email preferences: ${preferencesUrl}`,
    `Unsubscribe: ${unsubscribeUrl}`,
    ...(postalAddress === null ? [] : ["", postalAddress]),
  ].join("\n");
  return { subject, html: frame(subject, shown, reason), text, codes: [], brief: { lines: [], links: [] } };
}
