import type { EndpointName } from "#contract/calls.ts";
import { rights } from "#contract/grants/rights.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { hasGrant } from "#web/lib/session-user.ts";

/**
 * Which of the endpoints for admins the user may call, as an admin or by a grant: pages hide the buttons of all others. A
 * grant for one event counts for all here; the API decides.
 */
export function useMay(): (name: EndpointName) => boolean {
  const { user, isAdmin } = useUser();
  return (name) => isAdmin || hasGrant(user, ...(rights[name]?.grants ?? []));
}
