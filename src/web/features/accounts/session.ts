import { createStore } from "#web/lib/store.ts";
import {
  type SessionUser,
  forgetOwnData,
  forgetStoredUser,
  readStoredUser,
  storeUser,
  unwrapUser,
} from "#web/lib/session-user.ts";
import { announceUser } from "#web/lib/auth-events.ts";
import { isOpenedFromDevice, setServerFailing } from "#web/lib/offline.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError, finishLeaving } from "#web/lib/call.ts";

/** The signed-in user, readable outside React too: route guards read it before a page loads. One per request on the server. */
export type Session = ReturnType<typeof createSession>;

export function createSession(served: SessionUser | null) {
  const { current, subscribe, set } = createStore(served);
  let version = 0;
  return {
    /** The user for whom the server rendered this page. */
    served,
    current,
    subscribe,
    /** Changes after every `set`, even if the user is the same. */
    version: () => version,
    /** A user with the same values stays the same object: a new one would re-render parts of the page that are still loading. */
    set(next: SessionUser | null) {
      version++;
      if (!isSame(current(), next)) set(next);
    },
  };
}

function isSame(one: SessionUser | null, other: SessionUser | null): boolean {
  if (one === null || other === null) return one === other;
  const keys = Object.keys({ ...one, ...other }) as (keyof SessionUser)[];
  return keys.every((key) => one[key] === other[key]);
}

/**
 * Ends this session in the browser and announces that. What the device has of the person goes at once, unless the
 * server only failed: tickets must still open at the door.
 */
export function loseSession(session: Session, isServerFailing = false): void {
  forgetStoredUser();
  setServerFailing(isServerFailing);
  if (!isServerFailing) forgetOwnData();
  session.set(null);
  if (typeof window !== "undefined") announceUser(null);
}

/**
 * Restores the stored user at once, unless the server rendered the page with its own copy. Then asks the server: its copy
 * replaces ours, an error response signs out, and no response (no signal at a club's door) keeps the stored user. Visitors
 * who are not signed in cause no request, unless their last sign-out didn't reach the server.
 */
export function checkSession(session: Session): void {
  finishLeaving();
  const stored = readStoredUser();
  if (stored && !session.served) session.set(stored);
  if (!stored && !session.served) {
    // The server served this page to nobody, so nobody's data stays.
    if (!isOpenedFromDevice()) forgetOwnData();
    return;
  }

  const requestVersion = session.version();
  // A sign-in or sign-out during the request is newer than its response.
  const isAnswered = () => session.version() !== requestVersion;
  callApi("GET /api/me").then(
    (answer) => {
      const user = unwrapUser(answer);
      if (!user || isAnswered()) return;
      setServerFailing(false);
      storeUser(user);
      session.set(user);
    },
    (error: unknown) => {
      if (error instanceof CallError && !isAnswered()) loseSession(session, error.status >= 500);
    },
  );
}
