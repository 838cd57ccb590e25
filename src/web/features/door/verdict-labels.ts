import { formatDay, formatRelative, formatTime } from "#web/lib/dates.ts";
import type { ScanResult, Verdict } from "#contract/door/door.ts";
import { keyboardReadings } from "#contract/keyboards.ts";

/**
 * The result of a scan. Besides the server's verdicts there are two for scans that the server did not judge: `signed_out`
 * and `refused`. Neither admits anyone.
 */
export type Outcome = {
  verdict: Verdict | "signed_out" | "refused";
  code: string;
  /** Milliseconds, by this phone's clock. */
  at: number;
  ticket?: ScanResult["ticket"];
  rightEvent?: ScanResult["rightEvent"];
  /** Staff undid this check-in. */
  undone?: true;
  firstAdmittedAt?: string;
  gate?: string;
  /** The server's own message if it did not judge the scan. */
  message?: string;
};

/** How long a verdict stays on screen if nobody dismisses it. */
export const verdictMs = ({ verdict }: Pick<Outcome, "verdict">) => (verdict === "admitted" ? 1600 : 4000);

/** How many letters and digits a ticket's code has, including the prefix. */
export const codeLength = 38;

/** A code from the camera, a handheld scanner or a person, in uppercase without spaces and dashes. */
export const tidyCode = (text: string) => text.toUpperCase().replace(/[\s\u00ad\u200b-\u200d\u2010-\u2015-]/g, "");

/** The typed text as a complete code, or undefined if its length is wrong. A ticket's two-letter prefix is optional. */
export function completeCode(text: string): string | undefined {
  const code = tidyCode(text);
  if (isWhole(code)) return code;
  return /^[0-9A-Z]{36}$/.test(code) ? `SG${code}` : undefined;
}

const isWhole = (code: string) => /^S[GP][0-9A-Z]{36}$/.test(code);

/**
 * The code that a typed text ends with, if all of it is there with its prefix: nothing more has to be typed. A scanner on
 * a device with another keyboard types other letters; the server reads them, so they stay as they are.
 */
export function typedCode(text: string): string | undefined {
  const tidy = tidyCode(text).slice(-codeLength);
  if (isWhole(tidy)) return tidy;
  const typed = text.trim().slice(-codeLength);
  return keyboardReadings(typed).some(isWhole) ? typed : undefined;
}

/** True for what can only be a code, complete or not: names have no digits, and order numbers are shorter. */
export const isCodeLike = (text: string) => /^(?=.*\d)[0-9A-Z]{11,}$/.test(tidyCode(text));

/** The end of a code, which is enough to tell tickets apart. */
export const codeTail = (code: string) => `…${code.slice(-6)}`;

/** A verdict's look from six feet away: color, icon and word each convey it alone. */
export type Tone = "go" | "seen" | "stop" | "elsewhere" | "early";

type VerdictLabel = {
  tone: Tone;
  /** The word, on one or two lines. */
  headline: [string] | [string, string];
  /** The ticket holder and ticket type. */
  holder: string | undefined;
  type: string | undefined;
  /** Color of the matching wristband. */
  band: string | undefined;
  /** What door staff must check before they admit the guest. */
  check: string | undefined;
  /** Facts, the most important first. */
  details: string[];
  /** What to do with the guest. */
  advice?: string;
};

const labels: Record<Outcome["verdict"], Pick<VerdictLabel, "tone" | "headline" | "advice">> = {
  admitted: { tone: "go", headline: ["Admitted"] },
  already_admitted: {
    tone: "seen",
    headline: ["Already", "in"],
    advice: "Don't admit anyone else on this ticket.",
  },
  wrong_event: {
    tone: "elsewhere",
    headline: ["Wrong", "event"],
    advice: "A real ticket, but for this other event. Check which event is selected here.",
  },
  void: {
    tone: "stop",
    headline: ["Void"],
    advice: "Canceled, refunded, on hold or replaced. Ask the guest to open the ticket in My Tickets.",
  },
  unknown: {
    tone: "stop",
    headline: ["Unknown"],
    advice: "Not one of our codes. Ask the guest to open the ticket in My Tickets or in our email.",
  },
  not_yet: {
    tone: "early",
    headline: ["Not yet"],
    advice: "Doors aren't open for this ticket yet. Scan it again later.",
  },
  expired_code: {
    tone: "early",
    headline: ["Old code"],
    advice: "Ask the guest to open the ticket again and show the new code.",
  },
  stream_pass: {
    tone: "stop",
    headline: ["Stream", "pass"],
    advice: "This is a pass for the live stream. It doesn't admit anyone.",
  },
  signed_out: {
    tone: "stop",
    headline: ["Not", "checked"],
    advice: "You're signed out. Stop scanning, sign in and scan again.",
  },
  refused: { tone: "stop", headline: ["Not", "checked"], advice: "Not admitted. Scan again, or ask an admin." },
};

const undone = { tone: "early" as const, headline: ["Undone"] as [string], advice: "The ticket can be used again." };

/** The check-in that a result shows, if staff can undo it. */
export function checkInOf({ verdict, ticket, firstAdmittedAt, undone: isUndone }: Outcome) {
  const isIn = verdict === "admitted" || verdict === "already_admitted";
  if (!isIn || isUndone || !ticket || !firstAdmittedAt) return undefined;
  return { ticketId: ticket.id, holderName: ticket.holderName, admittedAt: firstAdmittedAt };
}

/** Puts a verdict into words. Times are in the event's time zone. */
export function verdictLabels(outcome: Outcome, timeZone: string): VerdictLabel {
  const { verdict, ticket, message, code, rightEvent } = outcome;
  const details = verdict === "already_admitted" ? firstEntry(outcome, timeZone) : [];
  if (rightEvent) {
    const { title, startsAt, timeZone: zone } = rightEvent;
    details.push(title, `${formatDay(startsAt, zone)}, ${formatTime(startsAt, zone)}`);
  }
  if (message) details.push(message);
  if (!ticket && verdict !== "signed_out") details.push(`Code ${codeTail(code)}`);
  return {
    ...labels[verdict],
    ...(outcome.undone && undone),
    details,
    holder: ticket?.holderName,
    type: ticket?.typeName,
    band: ticket?.doorColor,
    check: verdict === "admitted" && ticket && ticket.ageRule !== "all" ? `Check ID ${ticket.ageRule}` : undefined,
  };
}

function firstEntry({ firstAdmittedAt, gate, at }: Outcome, timeZone: string): string[] {
  if (!firstAdmittedAt) return [];
  const sameDay = at - Date.parse(firstAdmittedAt) < 12 * 3_600_000;
  const time = formatTime(firstAdmittedAt, timeZone);
  return [
    `Entered at ${sameDay ? time : `${time}, ${formatDay(firstAdmittedAt, timeZone)}`}`,
    formatRelative(firstAdmittedAt, at, timeZone),
    gate ? `Gate: ${gate}` : "Gate unknown",
  ];
}

/** The same for a screen reader, as a series of sentences. */
export function spokenVerdict({ headline, holder, type, check, details, advice }: VerdictLabel): string {
  return [headline.join(" "), check, [holder, type].filter(Boolean).join(", "), ...details, advice]
    .filter(Boolean)
    .join(". ");
}
