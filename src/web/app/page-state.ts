import type { DehydratedState } from "@tanstack/react-query";
import type { SessionUser } from "#web/lib/session-user.ts";
import type { Site } from "#web/lib/site.ts";

/** What the server sends to the browser with a page, as JSON inside `<script id="sg-state">`. */
export type PageState = {
  queries: DehydratedState;
  user: SessionUser | null;
  site: Site;
  /** Set when the page is an error: its HTTP status. */
  failure?: { status: number };
  /** The document belongs to no page: the service worker keeps it, and opens any page with it without a network. */
  isShell?: true;
};

export const stateId = "sg-state";
export const nonceId = "sg-nonce";

/** JSON that can't close the script element it is in. */
export const inlineJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
