import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Profile } from "#contract/accounts/profile.ts";
import { apiQuery } from "#web/lib/api.ts";
import { applyReply } from "#web/lib/query-client.ts";
import { unwrapUser } from "#web/lib/session-user.ts";
import { useUser } from "../user-provider.tsx";

/** How the signed-in account is secured. */
export const secondFactorsQuery = () => apiQuery("GET /api/me/second-factor");

/** Whether staff must use two-factor authentication; for admins. */
export const staffPolicyQuery = () => apiQuery("GET /api/admin/policies/staff-second-factor");

/** The signed-in user's account. */
export const profileQuery = () => apiQuery("GET /api/me/profile");

/** The user's active sessions. */
export const sessionsQuery = () => apiQuery("GET /api/me/sessions");

/** What deleting the account would cost now: fetched fresh each time. */
export const deletionQuery = () => ({
  ...apiQuery("GET /api/me/deletion"),
  staleTime: 0,
  gcTime: 0,
});

/** The account, and a function to apply the server's response after a change: header and menu update at once. */
export function useProfile() {
  const { data: profile } = useSuspenseQuery({ ...profileQuery(), refetchOnMount: "always" });
  const queryClient = useQueryClient();
  const { signIn } = useUser();
  async function applyProfile(next: Profile) {
    await applyReply(queryClient, profileQuery().queryKey, next);
    const user = unwrapUser(next);
    if (user) signIn(user);
  }
  return { profile, applyProfile };
}
