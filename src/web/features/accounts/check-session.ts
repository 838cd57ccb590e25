import { announceUser } from "#web/lib/auth-events.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { forgetStoredUser, readStoredUser, storeUser, unwrapUser } from "#web/lib/session-user.ts";
import type { Session } from "./session.ts";

/** The server does not know this session (any more): the browser forgets it and says so. */
export function loseSession(session: Session): void {
  forgetStoredUser();
  session.set(null);
  if (typeof window !== "undefined") announceUser(null);
}

/**
 * Restores the stored user at once, unless the page came with the server's own copy. Then asks the server: its copy replaces
 * ours, its refusal signs out, and no answer at all (no signal at the door of a club) keeps the stored one. Plain visitors
 * cause no request.
 */
export function checkSession(session: Session): void {
  const stored = readStoredUser();
  if (stored && !session.served) session.set(stored);
  if (!stored && !session.served) return;

  const asked = session.version();
  // Who signed in or out while the answer was on its way has said more than it does.
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
