import type { RefusalCause } from "#contract/email/delivery.ts";

/**
 * What a final refusal (5xx) is about. `mailbox`: the address doesn't exist. `full`: its mailbox is full for now.
 * `recipient`: its side doesn't take this email, which says nothing about other emails. `site`: the sender, the network,
 * the content or the relay, so other emails are refused as well.
 */
export type RefusalFault = "mailbox" | "full" | "recipient" | "site";

/** What an email server answered when it refused an email for good. */
interface Refusal {
  /** What was refused: `MAIL FROM`, `RCPT TO` or `DATA`. Without it, a report about an address. */
  command?: string | undefined;
  /** The whole reply with its three digits: "550 5.1.1 <owen@example.com>: user unknown". */
  response: string;
}

/** The status codes that say that a mailbox doesn't exist, or no longer takes email (RFC 3463, RFC 7505). */
const mailboxCodes = new Set(["5.1.1", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]);

/** Words of replies that have no status code, or one that says little: the mailbox doesn't exist. */
const namesMailbox = [
  /\b(?:no such|unknown|invalid|non-?existent|inactive|unrecognized) (?:user|mailbox|recipient|address|account|local[ -]?part)/i,
  /\b(?:user|mailbox|recipient|address|account)\b.{0,60}\b(?:unknown|not found|not known|does(?: not|n[’']t) exist|disabled|inactive|unavailable)/i,
  /\bunknown in .{0,40}\btable\b|\bno mailbox here by that name|\bno such person/i,
];
const saysFull =
  /\b(?:mailbox|quota|storage|inbox)\b.{0,40}\b(?:full|exceed|over)|\b(?:over|out of|exceed\w*) (?:quota|storage)/i;
/** A group or a mailbox that only some people may write to. */
const isRestricted =
  /^\d{3}[ -]5\.7\.1[23]\d\b|RESOLVER\.RST|\b(?:recipient|group|list)\b.{0,40}\b(?:restricted|only accepts)/i;

/** Words that blame a part of the site, the surest first. */
const causeWords: [RefusalCause, RegExp][] = [
  [
    "sender",
    /\bsender\b|\breturn[- ]path|\bspf\b|\bdkim\b|\bdmarc\b|\bfrom (?:address|domain|header)|\bunauthenticated e?-?mail/i,
  ],
  ["relay", /\brelay|\bnot permitted|\bauthenticat|\blog ?in\b|\bsign in\b/i],
  [
    "network",
    /\b(?:block|black|deny)[- ]?list|\br?bls?\b|dnsbl|spamhaus|barracuda|\breputation|\bnetwork\b|\bip\b|\bptr\b|\breverse dns|\bhelo\b|\bbanned\b/i,
  ],
  ["limit", /\brate\b|\btoo many|\blimit/i],
  ["content", /\bspam\b|\bvirus|\bcontent\b|\bpolicy\b|\bmessage (?:refused|rejected|blocked)/i],
];

/**
 * Says whom a final refusal blames, by the enhanced status code at the start of the reply (RFC 3463) or else by its words.
 * Only a reply about an address says that its mailbox doesn't exist. What names nobody counts against the site: to
 * suppress an address for it would lose a customer, to wait loses minutes.
 */
export function readRefusal({ command, response }: Refusal): { fault: RefusalFault; cause: RefusalCause } {
  const [, reply = "", status = ""] = /^(5\d\d)(?:[ -](5\.\d{1,3}\.\d{1,3})(?![.\d]))?/.exec(response) ?? [];
  const isAboutAddress = command === undefined || command === "RCPT TO";
  const blamed = causeWords.find(([, words]) => words.test(response))?.[0];
  const cause = isSenderCode(status)
    ? "sender"
    : (blamed ?? { "MAIL FROM": "sender", DATA: "content" }[command ?? ""] ?? "other");
  const fault = (): RefusalFault => {
    if (command === "MAIL FROM" || isSenderCode(status)) return "site";
    if (status === "5.2.2" || (reply === "552" && saysFull.test(response))) return "full";
    if (isRestricted.test(response)) return "recipient";
    if (blamed === "sender" || blamed === "relay") return "site";
    if (mailboxCodes.has(status)) return isAboutAddress ? "mailbox" : "recipient";
    if (blamed !== undefined) return "site";
    // Another trouble of the address, its mailbox, or the way to its domain.
    if (/^5\.[124]\./.test(status)) return "recipient";
    if (!isAboutAddress || !namesMailbox.some((words) => words.test(response))) return "site";
    return status === "" && reply === "550" ? "mailbox" : "recipient";
  };
  return { fault: fault(), cause: cause as RefusalCause };
}

/** The sender's address or system (RFC 3463: 5.1.7, 5.1.8). */
const isSenderCode = (status: string): boolean => status === "5.1.7" || status === "5.1.8";
