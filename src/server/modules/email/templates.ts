import { fillIn } from "#contract/email/variables.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type Html, html } from "#server/platform/html.ts";
import { partOf } from "./contributions.ts";
import type { Mail, MailAttachment, MailKit, MailLink } from "./mail.ts";
import {
  footerLine,
  footerLink,
  frame,
  linkButton,
  noteBox,
  paragraph,
  smallPrint,
  textLink,
  type EventStrip,
  type MailedEvent,
} from "./layout.ts";
import type { TextDefinition } from "./texts/define-text.ts";
import { oneLine, paragraphsOf } from "./texts/problems.ts";
import { readTexts } from "./texts/service.ts";

/** Reads what emails are written with. */
export async function readKit(deps: Pick<Deps, "db" | "config" | "contributed">): Promise<MailKit> {
  const { db, config } = deps;
  const [{ contactEmail }, textOf] = await Promise.all([partOf(deps, "mailSettings")(db), readTexts(db)]);
  return { baseUrl: config.baseUrl, contactEmail, textOf };
}

const defaultPosterKey = "house";

/** An event as the top of an email shows it, linked to its page. */
export function stripOf(event: MailedEvent, baseUrl: string): EventStrip {
  // Before staff choose a poster, an event has the brand's own, which says nothing.
  const poster = event.poster.key === defaultPosterKey ? null : event.poster;
  return { ...event, poster, link: `${baseUrl}/events/${event.id}/${event.slug}` };
}

const becauseOfOrder = "You're receiving this email because of an order placed with this address.";

/** An email before it is in its frame. */
interface Letter<Name extends string> {
  text: TextDefinition<Name>;
  /** A value for each variable of its text; empty for what there is none of. */
  values: Record<NoInfer<Name>, string>;
  /** Its heading; the subject if there is none. */
  title?: string;
  event?: EventStrip | undefined;
  /** The facts, one paragraph each, after the intro. */
  lines: string[];
  /** Instead of paragraphs: how the facts look. Their words are still `lines`. */
  shownLines?: Html;
  /** What staff wrote to the reader. */
  note?: string | null;
  /** Where the button leads. */
  link?: string;
  /** What the link is called in plain text, where there is no button; without it, as on the button. */
  linkName?: string;
  /** Paragraphs after the button. */
  after?: string[];
  /** What stands below: tickets, sums. */
  blocks?: Html;
  blocksText?: string[];
  /** Further links, in small print after `small`. */
  links?: MailLink[];
  /** Small print, such as the number of the order. */
  small?: string;
  /** Why the reader gets it. */
  reason?: string;
  unsubscribe?: string;
  codes?: Mail["codes"];
  attachments?: MailAttachment[];
  headers?: Record<string, string>;
  /** Lines for an email that this one is merged into, if not `lines`. */
  briefLines?: string[];
}

/** Writes an email: the text of staff, then the facts, the button, and what stands below. */
export function composeMail<Name extends string>(kit: MailKit, letter: Letter<Name>): Mail {
  const { values, lines, note = null, link, after = [], links = [], small, reason = becauseOfOrder } = letter;
  const text = kit.textOf(letter.text);
  const subject = oneLine(fillIn(text.subject, values)) || oneLine(letter.title ?? "Savage Gentlemen");
  const intro = paragraphsOf(fillIn(text.intro, values));
  const heading = letter.title ?? subject;
  const button = link === undefined ? undefined : { label: oneLine(fillIn(text.buttonLabel, values)) || "Open", link };
  const body = html`${intro.map((line) => paragraph(line))} ${letter.shownLines ?? lines.map((line) => paragraph(line))}
    ${note !== null && note !== "" && noteBox(note)} ${button && linkButton(button.label, button.link)}
    ${after.map((line) => paragraph(line))} ${letter.blocks} ${smallPrintOf(small, links)}`;
  const paragraphs = [...intro, ...lines, ...(note ? [note] : [])];
  const preheader = oneLine(paragraphs.join(" ")).slice(0, 140);
  const unsubscribe = letter.unsubscribe;
  const page = frame({
    ...kit,
    title: subject,
    preheader,
    event: letter.event,
    heading,
    body,
    reason,
    footer: unsubscribe === undefined ? undefined : footerLine(footerLink("Unsubscribe", unsubscribe)),
  });
  const plain = [
    heading,
    "",
    ...paragraphs.flatMap((line) => [line, ""]),
    ...(button ? [`${letter.linkName ?? button.label}: ${button.link}`, ""] : []),
    ...after.flatMap((line) => [line, ""]),
    ...(letter.blocksText ?? []),
    ...(small === undefined ? [] : [small]),
    ...links.map((each) => `${each.label}: ${each.link}`),
    ...(small === undefined && links.length === 0 ? [] : [""]),
    reason,
    ...(unsubscribe === undefined ? [] : [`Unsubscribe: ${unsubscribe}`]),
  ];
  const leave = unsubscribe === undefined ? [] : [{ label: "Unsubscribe", link: unsubscribe }];
  return {
    subject,
    html: page,
    text: plain.join("\n"),
    codes: letter.codes ?? [],
    preheader,
    brief: {
      lines: letter.briefLines ?? [...intro, ...lines, ...(note ? [note] : []), ...after],
      links: [...(button ? [button] : []), ...links, ...leave],
      ...(letter.event && { event: letter.event.title }),
    },
    ...(letter.attachments && { attachments: letter.attachments }),
    ...(letter.headers && { headers: letter.headers }),
  };
}

function smallPrintOf(small: string | undefined, links: MailLink[]): Html | undefined {
  if (small === undefined && links.length === 0) return undefined;
  const shown = links.map(({ label, link }) => html`<br />${textLink(label, link)}`);
  return smallPrint(html`${small}${shown}`);
}
