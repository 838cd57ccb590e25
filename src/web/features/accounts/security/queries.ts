import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { SecondFactors, StaffPolicy } from "#contract/second-factor.ts";

const factorsPath = "/api/me/second-factor";
export const policyPath = "/api/admin/policies/staff-second-factor";

/** How the signed-in account is secured. */
export const secondFactorsQuery = () =>
  queryOptions<SecondFactors, Error, SecondFactors, readonly [string]>({ queryKey: [factorsPath] });

/** Whether staff must use two-factor authentication; for admins. */
export const staffPolicyQuery = () =>
  queryOptions<StaffPolicy, Error, StaffPolicy, readonly [string]>({ queryKey: [policyPath] });

/** Refetches how the account is secured, after a change. */
export function useRefreshFactors() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [factorsPath] });
}
