import { createHash } from "node:crypto";
import type { MessageContent } from "#contract/campaigns/campaigns.ts";
import type { CampaignPurpose } from "#contract/campaigns/audiences.ts";
import { toToken, unsubscribeLinks } from "#server/modules/consent/index.ts";
import { firstNameInMail, type Mail } from "#server/modules/email/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { html } from "#server/platform/html.ts";
import { composeMessage } from "./compose.ts";
import { toTracked } from "./rules.ts";

/** A message of a campaign or an automation. */
export interface Message {
  /** Changes whenever its text may have changed. */
  key: string;
  purpose: CampaignPurpose;
  content: MessageContent;
  /** The event that its readers have tickets for; null for marketing, and for what is about an order. */
  aboutEventId: number | null;
  utmCampaign: string;
}

/** A message, with a key of everything in it. */
export const toMessage = (message: Omit<Message, "key">): Message => ({
  ...message,
  key: createHash("sha256").update(JSON.stringify(message)).digest("base64url"),
});

/** Whom a message is for; without a recipient, it's a test or a preview. */
interface Addressee {
  recipientId: number | null;
  email: string;
  name: string;
}

// A message is composed once, with marks in the places that differ between readers, and the marks are replaced for each.
const mark = (what: string) => `https://mark.invalid/${what}`;
const nameMark = "Xnamemarkx";

/** A link of a message as reports list it: the same for every reader. */
export const linkForAll = (url: string): string => url.replaceAll(nameMark, "{{firstName}}");

/** A link of a message for one reader, with their name in it if it asks for it. */
export const linkFor = (url: string, name: string): string =>
  url.replaceAll(nameMark, () => encodeURIComponent(firstNameInMail(name)));

interface Template {
  at: number;
  mail: Mail;
  links: string[];
}
/** Of each app: tests have several in one process. */
const templatesOf = new WeakMap<Deps, Map<string, Template>>();
/** Long enough for one batch after another, short enough that a rescheduled event shows soon. */
const keptMs = 30_000;
const maxKept = 20;

async function templateOf(deps: Deps, message: Message, hasName: boolean): Promise<Template> {
  const key = `${message.key} ${hasName}`;
  const templates = templatesOf.get(deps) ?? new Map<string, Template>();
  templatesOf.set(deps, templates);
  const cached = templates.get(key);
  if (cached !== undefined && performance.now() - cached.at < keptMs) return cached;
  const { postalAddress } = await getSettings(deps.db);
  const links: string[] = [];
  const mail = await composeMessage(deps, message, {
    name: hasName ? nameMark : "",
    unsubscribeUrl: mark("unsubscribe"),
    preferencesUrl: mark("preferences"),
    webUrl: mark("web"),
    postalAddress: message.purpose === "marketing" ? postalAddress : null,
    linkOf(url) {
      const known = links.indexOf(url);
      if (known >= 0) return mark(`link-${known}.`);
      return mark(`link-${links.push(url) - 1}.`);
    },
  });
  const template = { at: performance.now(), mail, links };
  if (templates.size >= maxKept) templates.delete(templates.keys().next().value!);
  templates.set(key, template);
  return template;
}

/** A link of a message that counts clicks of its recipient, and leads to this URL and no other. */
const clickUrl = ({ config, keys }: Deps, recipientId: number, url: string): string =>
  `${config.baseUrl}/api/email/click?c=${toToken(keys["email-links"], "click", [recipientId, url])}`;

/** Writes a message for one reader, with links of their own and the headers for one-click unsubscribe. */
export async function writeMessage(
  deps: Deps,
  message: Message,
  { recipientId, email, name }: Addressee,
): Promise<Mail> {
  const { baseUrl } = deps.config;
  const firstName = firstNameInMail(name);
  const { mail, links } = await templateOf(deps, message, firstName !== "");
  const { unsubscribeUrl, preferencesUrl, headers } = unsubscribeLinks(deps, {
    email,
    purpose: message.purpose,
    recipientId,
  });
  const webToken = recipientId === null ? null : toToken(deps.keys["email-links"], "web", recipientId);
  const recipientUrls: Record<string, string> = {
    unsubscribe: unsubscribeUrl,
    preferences: preferencesUrl,
    web: webToken === null ? baseUrl : `${baseUrl}/api/email/web?token=${webToken}`,
  };
  const linkUrls: string[] = [];
  const linkTo = (index: number) => (linkUrls[index] ??= createLink(index));
  const createLink = (index: number) => {
    const url = toTracked(links[index]!, baseUrl, message.utmCampaign);
    // Only links of the web are counted, and only ones that fit into a token.
    const isCounted = recipientId !== null && /^https?:/.test(url) && url.length <= 500;
    return isCounted ? clickUrl(deps, recipientId, url) : linkFor(url, name);
  };
  const fill = (text: string, escape: (value: string) => string) =>
    text
      .replaceAll(/https:\/\/mark\.invalid\/(?:link-(\d+)\.|([a-z]+))/g, (_, index: string | undefined, what: string) =>
        escape(index === undefined ? recipientUrls[what]! : linkTo(Number(index))),
      )
      .replaceAll(nameMark, () => escape(firstName));
  const asIs = (value: string) => value;
  return {
    ...mail,
    subject: fill(mail.subject, asIs),
    html: fill(mail.html, (value) => html`${value}`.text),
    text: fill(mail.text, asIs),
    headers: { ...mail.headers, ...headers },
  };
}
