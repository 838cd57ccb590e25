import type { ErrorReport } from "#contract/error-reports.ts";

/** An error as counted: errors with the same `sameness` are grouped into one report. */
export interface ErrorSighting {
  /** Source, kind of message and our topmost frames: its hash is the fingerprint that it is stored under. */
  sameness: string;
  source: ErrorReport["source"];
  message: string;
  stack: string;
  route: string;
  agent: string | null;
  release: string;
  count: number;
}

/** An error as it occurred, before personal data is removed. */
interface RawError {
  source: ErrorReport["source"];
  message: string;
  stack: string;
  route: string;
  userAgent: string | undefined;
  release: string;
  /** The request in which it happened, if any: it finds the lines of the log. */
  requestId?: string | undefined;
  /** Every caller gets this error now, as when the database is away: where it was thrown makes no difference. */
  isEverywhere?: boolean | undefined;
}

const longest = { message: 500, stack: 8000, route: 200 };

/**
 * Removes anything personal from an error (addresses, queries, keys, mailboxes, long numbers) and works out what makes
 * it the same as another: source, kind of message, and the topmost frames of our own code without the build's file
 * names. A library's frames are the same for everyone who calls it: they count only where there are no others.
 */
export function toSighting(raw: RawError): ErrorSighting {
  const message = anonymous(raw.message).slice(0, longest.message) || "Error";
  const stack = anonymous(raw.stack).slice(0, longest.stack);
  const request = raw.requestId === undefined ? "" : `\nRequest ${raw.requestId}`;
  return {
    source: raw.source,
    message,
    stack: `${stack}${request}`,
    route: anonymous(raw.route).slice(0, longest.route),
    agent: raw.source === "server" ? null : browserFamily(raw.userAgent),
    release: raw.release.replace(/[^\w.+-]/g, "").slice(0, 64) || "unknown",
    sameness: samenessOf(raw.source, message, raw.isEverywhere === true ? "" : stack),
    count: 1,
  };
}

/** A text without personal data. File and line of code stay: they are what fixes the error. */
export function anonymous(text: string): string {
  return (
    text
      .replace(/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g, "(mail)")
      // Keep only the path of a URL: the query and fragment may hold a key.
      .replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+/gi, (address) => {
        const place = /(:\d+(?::\d+)?)$/.exec(address)?.[1] ?? "";
        const bare = address.slice(0, address.length - place.length);
        return `${URL.canParse(bare) ? new URL(bare).pathname : "(address)"}${place}`;
      })
      .replace(/\?[^\s"'<>():]*=[^\s"'<>():]*/g, "")
      .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, "(id)")
      .replace(/\b[\w-]{32,}\b(?!\.[jt]sx?)/g, "(key)")
      .replace(/\b\d{7,}\b/g, "(number)")
  );
}

const framesThatCount = 4;

function samenessOf(source: string, message: string, stack: string): string {
  const all = stack.split("\n").filter((line) => /:\d+/.test(line));
  const own = all.filter((line) => !/\bnode_modules\/|\(?node:/.test(line));
  const frames = (own.length > 0 ? own : all)
    .slice(0, framesThatCount)
    // A build names its files by their content: the same code has another file name, line and column in the next build.
    .map((line) =>
      line
        .replace(/-[\w-]{7,8}(?=\.js)/g, "")
        .replace(/:\d+:\d+|:\d+/g, "")
        .trim(),
    );
  const kind = message.replace(/\d+/g, "#");
  return [source, kind, ...frames].join("\n");
}

// Order matters: each of these also includes the names of those below it.
const families: [RegExp, string][] = [
  [/firefox|fxios/i, "Firefox"],
  [/opera|opr\//i, "Opera"],
  [/edg(e|a|ios)?\//i, "Edge"],
  [/chrome|crios/i, "Chrome"],
  [/safari/i, "Safari"],
];

/** A browser's family by its user agent; never its version or device. */
export function browserFamily(userAgent: string | undefined): string {
  return families.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? "Unknown";
}
