import { announceUser } from "#web/lib/auth-events.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { forgetStoredUser, readStoredUser, storeUser, unwrapUser } from "#web/lib/session-user.ts";
import type { Session } from "./session.ts";

/** The server does not recognize this session: clears it in the browser and announces that. */
export function loseSession(session: Session): void {
  forgetStoredUser();
  session.set(null);
  if (typeof window !== "undefined") announceUser(null);
}

/**
 * Restores the stored user at once, unless the server rendered the page with its own copy. Then asks the server: its copy
 * replaces ours, an error response signs out, and no response (no signal at a club's door) keeps the stored user. Visitors
 * who are not signed in cause no request.
 */
export function checkSession(session: Session): void {
  const stored = readStoredUser();
  if (stored && !session.served) session.set(stored);
  if (!stored && !session.served) return;

  const asked = session.version();
  // A sign-in or sign-out during the request is newer than its response.
  const isAnswered = () => session.version() !== asked;
  callJson("GET", "/api/me").then(
    (answer) => {
      const user = unwrapUser(answer);
      if (!user || isAnswered()) return;
      storeUser(user);
      session.set(user);
    },
    (error: unknown) => {
      if (error instanceof CallError && !isAnswered()) loseSession(session);
    },
  );
}
