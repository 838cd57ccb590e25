import type { SessionUser } from "#web/lib/session-user.ts";

/** Who is signed in, readable outside React too: route guards ask it before a page loads. One per request on the server. */
export type Session = ReturnType<typeof createSession>;

export function createSession(served: SessionUser | null) {
  let user = served;
  let version = 0;
  const listeners = new Set<() => void>();
  return {
    /** The user the server rendered this page for. */
    served,
    current: () => user,
    /** Another number after every `set`, the same person again included. */
    version: () => version,
    /** Whoever reads as before stays the same object: a part of the page that is not there yet would be drawn anew for it. */
    set(next: SessionUser | null) {
      version++;
      if (isSame(user, next)) return;
      user = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function isSame(one: SessionUser | null, other: SessionUser | null): boolean {
  if (one === null || other === null) return one === other;
  const keys = Object.keys({ ...one, ...other }) as (keyof SessionUser)[];
  return keys.every((key) => one[key] === other[key]);
}
