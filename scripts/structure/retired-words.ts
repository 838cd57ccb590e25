import type { Finding } from "./finding.ts";
import { isCode, parse, walk, type Node, type SourceFile } from "./source-file.ts";
import { visibleStrings } from "./visible-strings.ts";

/** A word that the product gave up, and what to write instead. */
export interface RetiredWord {
  /** Matched against each part of a name ("night" in `NightCard`), against a whole name, or against a visible text. */
  pattern: RegExp;
  instead: string;
  /** What the check refuses. */
  refused: string;
  /** Names in which the word means something else, such as a color or a library's own name. */
  unless?: RegExp;
  allowed?: string;
}

/** Parts of names: of code, files, tables, columns, jobs and domain events. */
export const retiredParts: RetiredWord[] = [
  // The brand's color, and made-up names in copy and tests.
  {
    pattern: /^nights?$/,
    instead: "event",
    refused: "NightCard",
    unless: /^(night|(fill|bg|text)-night|night-side|sg-nights|copied-night-2|atNight|everyNight)$/,
    allowed: "fill-night",
  },
  {
    pattern: /^(desks?|offices?)$/,
    instead: "admin",
    refused: "deskRoutes",
    unless: /^box[-_]?office/i,
    allowed: "box-office",
  },
  // An icon; the stored name of the default poster and of the site's settings.
  { pattern: /^house$/, instead: "site", refused: "getHouse", unless: /^(House|the-house)$/, allowed: "House" },
  {
    pattern: /^papers?$/,
    instead: "order document",
    refused: "findPapers",
    // A sheet and its size.
    unless: /^(paper|paper_?sizes?)$/i,
    allowed: "paperSize",
  },
  {
    pattern: /^notic(es?|ed)$/,
    instead: "webhook event, attendee update, security alert or callout",
    refused: "listNotices",
  },
  { pattern: /^facts?$/, instead: "domain event, or details", refused: "facts.ts" },
  { pattern: /^sweep(s|er|ing)?$/, instead: "job", refused: "runSweep" },
  { pattern: /^laps(e|ed|es|ing)$/, instead: "expire", refused: "holds_lapsing" },
  { pattern: /^postings?$/, instead: "journal entry", refused: "ledger_postings" },
  // robots.txt, and the header and meta element of that name.
  {
    pattern: /^robots?$/,
    instead: "bot",
    refused: "isRobot",
    unless: /robots(-tag|_?txt|\.ts)?$/i,
    allowed: "x-robots-tag",
  },
  { pattern: /^anew$/, instead: "resend, refetch, rewrite", refused: "deliverAnew" },
  {
    pattern: /^cancell(ed|ing)$/,
    instead: "canceled, canceling",
    refused: "isCancelled",
    // A library's error; schema.org's and iCalendar's names.
    unless: /^(CancelledError|EventCancelled|CANCELLED)$/,
    allowed: "EventCancelled",
  },
  { pattern: /^rearrang\w*$/, instead: "rescheduled", refused: "tellRearranged" },
  { pattern: /^arrangements?$/, instead: "schedule", refused: "findArrangements" },
  { pattern: /^struck$/, instead: "deleted", refused: "struck_at" },
  { pattern: /^reception$/, instead: "auth", refused: "createReception" },
  { pattern: /^fulfil$/, instead: "complete (an order), settle (a payment)", refused: "fulfilOrders" },
  { pattern: /^unkeep$/, instead: "resume", refused: "unkeepHolds" },
  { pattern: /^seal(s|ed|ing)?$/, instead: "hash, encrypt or prepare", refused: "audit_seals" },
  {
    pattern: /^standing$/,
    instead: "status or stock",
    refused: "standingOf",
    unless: /^STANDING$/,
    allowed: "STANDING",
  },
  { pattern: /^(artefact|colour|behaviour|favourite|grey)\w*$/, instead: "American spelling", refused: "colourOf" },
];

/** Whole names, where only the words together are retired. */
export const retiredNames: RetiredWord[] = [
  { pattern: /g[ia]ven?[-_]?back/i, instead: "refund, release", refused: "giveBack" },
  {
    pattern: /money[-_]?back/i,
    instead: "refund",
    refused: "moneyBackUntil",
    // Stored kinds of journal entries.
    unless: /^money_back(_failed)?$|_money_back(_failed)?$|refund/,
    allowed: "money_back",
  },
  { pattern: /(money|open|find|list)[-_]?exceptions?/i, instead: "discrepancy", refused: "listMoneyExceptions" },
  { pattern: /money[-_]?comparisons?/i, instead: "reconciliation run", refused: "money_comparisons" },
  { pattern: /(event|get|count)_?reach$/i, instead: "affected buyers", refused: "getEventReach" },
  { pattern: /meet[-_]?fields/i, instead: "mergeEdits", refused: "meet-fields.ts" },
  { pattern: /(welcome|miss)_?factor/i, instead: "onFactorAdded, onFactorRemoved", refused: "welcomeFactor" },
  { pattern: /^(event_?heads?|head_?rows?)$/i, instead: "event info", refused: "EventHead" },
  { pattern: /^sale_?openings?$/i, instead: "sale window", refused: "SaleOpening" },
];

/** Texts that people read. */
export const retiredTexts: RetiredWord[] = [
  { pattern: /\be-mails?\b/i, instead: "email", refused: "Your e-mail" },
  {
    pattern: /\b(cancelled|cancelling|colour|favour|grey|metres?|civilis|organis|recognis|neutralis|practis)\w*/i,
    instead: "American spelling",
    refused: "This event was cancelled",
  },
  { pattern: /\bsomebody\b/i, instead: "someone", refused: "Somebody was quicker" },
  {
    pattern: /\b(the|this|a|that|of|no|your|which) nights? (is|was|has|starts|begins|ends|does)\b/i,
    instead: "event",
    refused: "This night is over",
  },
  { pattern: /\bcall(ed|ing|s)? off\b/i, instead: "cancel", refused: "It was called off" },
  { pattern: /\bput off\b/i, instead: "postpone", refused: "The event was put off" },
  { pattern: /\bdesks?\b/i, instead: "admin", refused: "The staff desk" },
  { pattern: /\b(the|this) house\b/i, instead: "the organizer, Brand", refused: "How the house stands" },
  { pattern: /\bpapers\b/i, instead: "documents", refused: "Papers of this order" },
  {
    pattern: /\b(given?|gives|giving|taken?) back\b/i,
    instead: "refund, release, undo",
    refused: "Give back 2 tickets",
  },
  { pattern: /\bmoney back\b/i, instead: "refund", refused: "Send the money back" },
  {
    pattern: /\bcould not be (read|fetched|loaded)\b/i,
    instead: "We couldn't load …",
    refused: "It could not be read",
  },
  { pattern: /\bdoes not answer\b/i, instead: "isn't responding", refused: "The site does not answer" },
  { pattern: /\bper cent\b/i, instead: "percent", refused: "10 per cent" },
  { pattern: /\bput right\b/i, instead: "fix", refused: "2 things to put right" },
  { pattern: /\bletters or more\b/i, instead: "characters", refused: "Three letters or more" },
  { pattern: /\bmeanwhile\b/i, instead: "who did what", refused: "Saved meanwhile" },
  { pattern: /\bmay not\b/i, instead: "can't", refused: "You may not open this" },
  { pattern: /\bof which\b/i, instead: "two sentences", refused: "3 tickets, of which 2 are in" },
];

/** Sentences that no American would say, in texts that visitors read: of the product, and of the demo's events and goods. */
export const oddSentences: RetiredWord[] = [
  {
    pattern: /^(About|For|In|Of|With) (it|them|this|that)$/,
    instead: "a heading that names the thing, such as Details",
    refused: "About it",
  },
  {
    pattern: /\bmeasured flat\b|\ball the way around\b/i,
    instead: "Measurements are of the hoodie itself",
    refused: "Measured flat, all the way around.",
  },
  {
    pattern: /\bfits? (roomy|close|wide|narrow)\b|\bhangs loose\b/i,
    instead: "runs large, runs small, is snug or is loose",
    refused: "It fits roomy",
  },
  {
    pattern: /(?<!\byou're )\bbetween two sizes\b|\btake (the (smaller|larger) (one|size)|one size (up|down))\b/i,
    instead: "if you're between sizes, size up (or down)",
    refused: "Between two sizes, take the smaller one",
  },
  { pattern: /\b(isn't|aren't|not) sold anymore\b/i, instead: "We don't sell …", refused: "That isn't sold anymore" },
  { pattern: /\bcan(not|'t)? be bought\b/i, instead: "is (not) available", refused: "It can be bought right now" },
  { pattern: /\bno \w+ (says|has all)\b/i, instead: "No … match", refused: "No post says this" },
  { pattern: /\bwhat people say\b/i, instead: "What people are saying", refused: "What people say" },
  { pattern: /\bfrom doors on\b/i, instead: "once doors open", refused: "It's there from doors on" },
  {
    pattern: /\bto go with (it|them), if you like\b/i,
    instead: "(optional)",
    refused: "A line to go with them, if you like",
  },
  { pattern: /\bwhat isn't \w+ comes back\b/i, instead: "Any that aren't …", refused: "What isn't bought comes back" },
  { pattern: /\bfor good:/i, instead: "Permanently", refused: "For good: suspended" },
];

const splitName = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .map((part) => part.toLowerCase());

/** The retired word in a name, if it has one. */
export function findInName(name: string): RetiredWord | undefined {
  const isMeant = ({ unless }: RetiredWord) => unless?.test(name) !== true;
  const parts = splitName(name);
  return (
    retiredNames.find((word) => word.pattern.test(name) && isMeant(word)) ??
    retiredParts.find((word) => parts.some((part) => word.pattern.test(part)) && isMeant(word))
  );
}

/** The retired word in a visible text, if it has one. */
export const findInText = (text: string): RetiredWord | undefined =>
  retiredTexts.find(({ pattern }) => pattern.test(text)) ?? findOddSentence(text);

/** The sentence in a visible text that no American would say, if it has one. */
export const findOddSentence = (text: string): RetiredWord | undefined =>
  oddSentences.find(({ pattern }) => pattern.test(text));

/** Names in strings: of jobs, domain events, tables, statuses. A word that stands alone is too often plain English. */
const machineName = /^[a-z\d]+([_.:/-][a-z\d]+)+$/;

function namesOf(file: SourceFile): Map<string, number> {
  const { body, lineOf } = parse(file);
  const names = new Map<string, number>();
  walk(body, (node: Node) => {
    const isName = node.type === "Identifier" || node.type === "PrivateIdentifier" || node.type === "JSXIdentifier";
    const name = isName ? node["name"] : node.type === "Literal" ? node["value"] : undefined;
    if (typeof name !== "string" || names.has(name) || !(isName || machineName.test(name))) return;
    names.set(name, lineOf(node.start));
  });
  return names;
}

/** The names that the activity log keeps for good, and these tables. */
const unchangeable = /\/(stored-names|retired-words)(\.test)?\.ts$/;

/** Checks that names and texts use today's words. */
export function checkRetiredWords(files: SourceFile[]): Finding[] {
  const judged = files.filter(({ path }) => !unchangeable.test(path));
  const refuse = (file: string, line: number, found: string, { instead }: RetiredWord): Finding => ({
    file,
    line,
    rule: "words",
    message: `"${found.slice(0, 80)}": write ${instead}`,
  });
  const findings = judged.flatMap(({ path }) =>
    path.split("/").flatMap((part) => {
      const word = findInName(part);
      return word ? [refuse(path, 1, part, word)] : [];
    }),
  );
  for (const file of judged.filter(isCode))
    for (const [name, line] of namesOf(file)) {
      const word = findInName(name);
      if (word) findings.push(refuse(file.path, line, name, word));
    }
  const shown = judged.filter(({ path }) => /^src\/(?!.*(\.test\.|\/dev\/))/.test(path));
  for (const { file, line, text } of visibleStrings(shown)) {
    const word = findInText(text);
    if (word) findings.push(refuse(file, line, text, word));
  }
  // The brand's voice in the demo has words of its own, such as "somebody's uncle".
  const told = judged.filter(({ path }) => /^db\/seed\/(?!.*\.test\.)/.test(path));
  for (const { file, line, text } of visibleStrings(told)) {
    const odd = findOddSentence(text);
    if (odd) findings.push(refuse(file, line, text, odd));
  }
  return findings;
}
