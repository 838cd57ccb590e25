import type { SessionUser } from "#web/lib/session-user.ts";

/** Who is signed in, readable outside React too: route guards ask it before a page loads. One per request on the server. */
export type Session = ReturnType<typeof createSession>;

export function createSession(served: SessionUser | null) {
  let user = served;
  const listeners = new Set<() => void>();
  return {
    /** The user the server rendered this page for. */
    served,
    current: () => user,
    set(next: SessionUser | null) {
      user = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
