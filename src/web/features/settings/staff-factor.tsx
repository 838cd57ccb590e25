import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffPolicy } from "#contract/second-factor.ts";
import { useFreshProof } from "#web/features/accounts/security/fresh-proof.tsx";
import { policyPath, secondFactorsQuery, staffPolicyQuery } from "#web/features/accounts/panel/queries.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { callJson } from "#web/lib/call.ts";
import { paths } from "#web/lib/paths.ts";
import { takeAnswer } from "#web/lib/query-client.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { toast } from "#web/ui/toast.ts";

/** Whether all staff must use two-factor authentication. */
export function StaffFactor() {
  const policyRead = useQuery(staffPolicyQuery());
  const factorsRead = useQuery(secondFactorsQuery());
  const policy = policyRead.data;
  const factors = factorsRead.data;
  const queryClient = useQueryClient();
  const withProof = useFreshProof();
  const [isBusy, setBusy] = useState(false);
  const isSecured = factors !== undefined && (factors.totp !== null || factors.passkeys.length > 0);

  async function put(required: boolean) {
    setBusy(true);
    try {
      const saved = await withProof(() => callJson<StaffPolicy>("PUT", policyPath, { body: { required } }));
      await takeAnswer(queryClient, staffPolicyQuery().queryKey, saved);
      toast({ title: required ? "Two-factor is now required" : "Two-factor is now optional", tone: "good" });
    } catch (error) {
      toast({ title: "The setting wasn't changed", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-labelledby="staff-factor" className="grid gap-4 rounded-md border border-line bg-panel p-5">
      <div className="grid gap-1">
        <h2 id="staff-factor" className="display flex flex-wrap items-center gap-3 text-display-sm">
          Two-factor authentication
          {policy && (
            <Badge tone={policy.required ? "gold" : "plain"}>{policy.required ? "Required" : "Optional"}</Badge>
          )}
        </h2>
        <p className="text-sm text-muted">
          When required, admins and moderators can sign in but can't use staff pages until they set it up.
        </p>
      </div>
      {!policy && <ReadFailure label="The two-factor policy" query={policyRead} />}
      {!factors && <ReadFailure label="Your two-factor settings" query={factorsRead} />}
      {policy && factors && isSecured && (
        <Button variant="outline" loading={isBusy} onClick={() => void put(!policy.required)}>
          {policy.required ? "Make two-factor optional" : "Require two-factor for staff"}
        </Button>
      )}
      {policy && factors && !isSecured && (
        <div className="grid justify-items-start gap-3">
          <p className="text-sm">Set up your own first. Then you can require it for all staff.</p>
          <LinkButton variant="outline" to={paths.myTickets({ section: "account" })}>
            Set up two-factor
          </LinkButton>
        </div>
      )}
    </section>
  );
}
