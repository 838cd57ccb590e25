import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { announceUser } from "#web/lib/auth-events.ts";
import { finishLeaving, leaveServer } from "#web/lib/call.ts";
import { hasGrant, readStoredUser, type SessionUser, storeUser } from "#web/lib/session-user.ts";
import { storageKeys } from "#web/lib/safe-storage.ts";
import { checkSession, loseSession, type Session } from "./session.ts";

type UserState = {
  user: SessionUser | null;
  /** Signed in and not a guest. */
  isAuthenticated: boolean;
  isGuest: boolean;
  isAdmin: boolean;
  isModerator: boolean;
  /** May check in guests: by role, or by a grant. */
  canScan: boolean;
  signIn: (user: SessionUser) => void;
  /** Takes effect at once; the server is told after, and again at the next page load if it can't be reached now. */
  signOut: () => void;
};

const isStaff = (user: SessionUser | null) => user?.role === "admin" || user?.role === "moderator";

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
    window.addEventListener("online", finishLeaving);
    return () => {
      window.removeEventListener("storage", followOtherTabs);
      window.removeEventListener("online", finishLeaving);
    };
  }, [session]);
  useForgetfulCache(user);
  useFreshLists(user);

  const state = useMemo<UserState>(
    () => ({
      user,
      isAuthenticated: user !== null && !user.isGuest,
      isGuest: user?.isGuest === true,
      isAdmin: user?.role === "admin",
      isModerator: user?.role === "moderator",
      canScan: isStaff(user) || hasGrant(user, "door", "box_office"),
      signIn(next) {
        storeUser(next);
        session.set(next);
        announceUser(next);
      },
      signOut() {
        void leaveServer();
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
    void refetchActive(queryClient, id === null);
  }, [id, queryClient]);
}

/** What staff write may change any list. Only their browsers load what forgets the lists. */
function useFreshLists(user: SessionUser | null) {
  const queryClient = useQueryClient();
  const isWriter = isStaff(user) || user?.grants !== undefined;
  useEffect(() => {
    if (!isWriter) return undefined;
    const loading = import("#web/lib/forget-after-write.ts").then(
      ({ forgetAfterWrites }) => forgetAfterWrites(queryClient),
      () => undefined,
    );
    return () => void loading.then((end) => end?.());
  }, [isWriter, queryClient]);
}

const isPublic = ({ queryKey: [path] }: Pick<Query, "queryKey">) =>
  /^\/api\/(events|site|streams)\b/.test(String(path));

/** Refetches what is on the page. Data the API now refuses is removed: the previous user's order must not stay visible. */
async function refetchActive(queryClient: QueryClient, isSignedOut: boolean): Promise<void> {
  // A response still in flight belongs to the previous user.
  await queryClient.cancelQueries({ type: "active" });
  // What was theirs is gone from the page at once, however long the server takes to answer.
  if (isSignedOut) void queryClient.resetQueries({ type: "active", predicate: (query) => !isPublic(query) });
  await queryClient.invalidateQueries({ type: "active", predicate: (query) => !isSignedOut || isPublic(query) });
  await queryClient.resetQueries({ type: "active", predicate: ({ state }) => state.isInvalidated });
}
