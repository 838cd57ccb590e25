import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { announceUser } from "#web/lib/auth-events.ts";
import { call } from "#web/lib/call.ts";
import { readStoredUser, type SessionUser, storeUser } from "#web/lib/session-user.ts";
import { storageKeys } from "#web/lib/safe-storage.ts";
import { checkSession, loseSession, type Session } from "./session.ts";

type UserState = {
  user: SessionUser | null;
  /** Signed in and not a guest. */
  isAuthenticated: boolean;
  isGuest: boolean;
  isAdmin: boolean;
  isModerator: boolean;
  signIn: (user: SessionUser) => void;
  signOut: () => Promise<void>;
};

const UserContext = createContext<UserState | undefined>(undefined);

export function useUser(): UserState {
  const state = use(UserContext);
  if (!state) throw new Error("useUser must be used within a UserProvider");
  return state;
}

export function UserProvider({ session, children }: { session: Session; children: ReactNode }) {
  const user = useSyncExternalStore(session.subscribe, session.current, () => session.served);

  useEffect(() => {
    checkSession(session);
    function followOtherTabs(e: StorageEvent) {
      if (e.key === storageKeys.user || e.key === null) session.set(readStoredUser() ?? null);
    }
    window.addEventListener("storage", followOtherTabs);
    return () => window.removeEventListener("storage", followOtherTabs);
  }, [session]);
  useForgetfulCache(user);

  const state = useMemo<UserState>(
    () => ({
      user,
      isAuthenticated: user !== null && !user.isGuest,
      isGuest: user?.isGuest === true,
      isAdmin: user?.role === "admin",
      isModerator: user?.role === "moderator",
      signIn(next) {
        storeUser(next);
        session.set(next);
        announceUser(next);
      },
      async signOut() {
        // The visitor is signed out here even if the server can't be reached.
        await call("POST", "/api/auth/logout").catch(() => undefined);
        loseSession(session);
      },
    }),
    [user, session],
  );

  return <UserContext value={state}>{children}</UserContext>;
}

/** API responses depend on the user, so another user starts with an empty cache. */
function useForgetfulCache(user: SessionUser | null) {
  const queryClient = useQueryClient();
  const id = user?.id ?? null;
  const last = useRef(id);
  useEffect(() => {
    if (last.current === id) return;
    last.current = id;
    queryClient.removeQueries({ type: "inactive" });
    void refetchActive(queryClient);
  }, [id, queryClient]);
}

/** Refetches what is on the page. Data the API now refuses is removed: the previous user's order must not stay visible. */
async function refetchActive(queryClient: QueryClient): Promise<void> {
  // A response still in flight belongs to the previous user.
  await queryClient.cancelQueries({ type: "active" });
  await queryClient.invalidateQueries({ type: "active" });
  await queryClient.resetQueries({ type: "active", predicate: ({ state }) => state.isInvalidated });
}
