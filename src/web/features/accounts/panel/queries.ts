import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { OpenMatter } from "#contract/account-deletion.ts";
import type { Profile } from "#contract/account-profile.ts";
import type { SessionEntry } from "#contract/account-sessions.ts";
import { takeAnswer } from "#web/lib/query-client.ts";
import { unwrapUser } from "#web/lib/session-user.ts";
import { useUser } from "../user-provider.tsx";

type Key = readonly [string];
type Sessions = { items: SessionEntry[] };
type Deletion = { openMatters: OpenMatter[]; lastAdmin: boolean };

/** The signed-in user's account. */
export const profileQuery = () => queryOptions<Profile, Error, Profile, Key>({ queryKey: ["/api/me/profile"] });

/** The user's active sessions. */
export const sessionsQuery = () => queryOptions<Sessions, Error, Sessions, Key>({ queryKey: ["/api/me/sessions"] });

/** What deleting the account would cost now: fetched fresh each time. */
export const deletionQuery = () =>
  queryOptions<Deletion, Error, Deletion, Key>({ queryKey: ["/api/me/deletion"], staleTime: 0, gcTime: 0 });

/** The account, and a function to apply the server's response after a change: header and menu update at once. */
export function useProfile() {
  const { data: profile } = useSuspenseQuery({ ...profileQuery(), refetchOnMount: "always" });
  const queryClient = useQueryClient();
  const { signIn } = useUser();
  async function takeOver(next: Profile) {
    await takeAnswer(queryClient, profileQuery().queryKey, next);
    const user = unwrapUser(next);
    if (user) signIn(user);
  }
  return { profile, takeOver };
}
