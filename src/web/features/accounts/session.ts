import type { SessionUser } from "#web/lib/session-user.ts";

/** The signed-in user, readable outside React too: route guards read it before a page loads. One per request on the server. */
export type Session = ReturnType<typeof createSession>;

export function createSession(served: SessionUser | null) {
  let user = served;
  let version = 0;
  const listeners = new Set<() => void>();
  return {
    /** The user for whom the server rendered this page. */
    served,
    current: () => user,
    /** Changes after every `set`, even if the user is the same. */
    version: () => version,
    /** A user with the same values stays the same object: a new one would re-render parts of the page that are still loading. */
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
