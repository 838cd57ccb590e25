import { formatDay, formatRelative, formatTime } from "#web/lib/dates.ts";
import { codeTail } from "./ticket-code.ts";
import type { Outcome } from "./outcome.ts";

/** What a verdict looks like from two metres: colour, sign and word each say it alone. */
export type Tone = "go" | "seen" | "stop" | "elsewhere" | "early";

export type VerdictWords = {
  tone: Tone;
  /** The word, in one or two lines. */
  word: [string] | [string, string];
  /** Who it is: the holder, and the ticket's type. */
  holder?: string;
  type?: string;
  /** Colour of the wristband that goes with it. */
  band?: string;
  /** What the door has to look at before anybody passes. */
  check?: string;
  /** Facts, the most important first. */
  facts: string[];
  /** What to do with this guest. */
  advice?: string;
};

type Said = Pick<VerdictWords, "tone" | "word"> & { advice?: string };

const said: Record<Outcome["verdict"], Said> = {
  admitted: { tone: "go", word: ["Admitted"] },
  already_admitted: {
    tone: "seen",
    word: ["Already", "in"],
    advice: "Do not admit on this ticket again.",
  },
  wrong_event: {
    tone: "elsewhere",
    word: ["Wrong", "night"],
    advice: "A real ticket, but not for this event. Check which night is chosen here.",
  },
  void: {
    tone: "stop",
    word: ["Void"],
    advice: "Cancelled, refunded or passed on to someone else. The newest ticket is in My Tickets.",
  },
  unknown: {
    tone: "stop",
    word: ["Unknown"],
    advice: "Not one of our codes. Ask for the ticket in My Tickets or in the mail.",
  },
  not_yet: { tone: "early", word: ["Not yet"], advice: "The doors are not open for this ticket. Show it again later." },
  expired_code: {
    tone: "early",
    word: ["Old code"],
    advice: "Ask the guest to open the ticket again and show the new code.",
  },
  signed_out: {
    tone: "stop",
    word: ["Not", "checked"],
    advice: "You are signed out. Close the door, sign in and scan again.",
  },
  refused: { tone: "stop", word: ["Not", "checked"], advice: "Not admitted. Scan again, or ask an admin." },
};

const ageChecks = { all: undefined, "18+": "Check ID 18+", "21+": "Check ID 21+" };

/** Puts a verdict into words. Times are those of the night's own zone. */
export function verdictWords(outcome: Outcome, timeZone: string): VerdictWords {
  const { ticket, message, code } = outcome;
  const facts = outcome.verdict === "already_admitted" ? firstEntry(outcome, timeZone) : [];
  if (message) facts.push(message);
  if (!ticket && outcome.verdict !== "signed_out") facts.push(`Code ${codeTail(code)}`);
  return {
    ...said[outcome.verdict],
    facts,
    ...(ticket ? { holder: ticket.holderName, type: ticket.typeName } : {}),
    ...(ticket?.doorColor ? { band: ticket.doorColor } : {}),
    ...(ticket && outcome.verdict === "admitted" && ageChecks[ticket.ageRule]
      ? { check: ageChecks[ticket.ageRule] }
      : {}),
  };
}

function firstEntry({ firstAdmittedAt, gate, at }: Outcome, timeZone: string): string[] {
  if (!firstAdmittedAt) return [];
  const sameDay = at - Date.parse(firstAdmittedAt) < 12 * 3_600_000;
  const time = formatTime(firstAdmittedAt, timeZone);
  return [
    `In at ${sameDay ? time : `${time}, ${formatDay(firstAdmittedAt, timeZone)}`}`,
    formatRelative(firstAdmittedAt, at, timeZone),
    gate ? `Gate: ${gate}` : "Gate not named",
  ];
}

/** The same for a screen reader, as one sentence after another. */
export function spokenVerdict({ word, holder, type, check, facts, advice }: VerdictWords): string {
  return [word.join(" "), check, [holder, type].filter(Boolean).join(", "), ...facts, advice]
    .filter(Boolean)
    .join(". ");
}
