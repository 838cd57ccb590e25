import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Profile } from "#contract/account-profile.ts";
import { takeAnswer } from "#web/lib/query-client.ts";
import { unwrapUser } from "#web/lib/session-user.ts";
import { useUser } from "../user-provider.tsx";
import { profileQuery } from "./queries.ts";

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
