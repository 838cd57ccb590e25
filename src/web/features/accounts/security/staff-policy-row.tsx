import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callJson } from "#web/lib/call.ts";
import { takeAnswer } from "#web/lib/query-client.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { policyPath, staffPolicyQuery } from "./queries.ts";
import { SecurityRow } from "./security-row.tsx";
import { useDelicate } from "./use-delicate.tsx";

/** For admins: whether all staff must use two-factor authentication. */
export function StaffPolicyRow({ hasFactor }: { hasFactor: boolean }) {
  const run = useDelicate();
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(staffPolicyQuery());
  const [pending, setPending] = useState(false);
  if (!data) {
    return error ? (
      <SecurityRow
        title="Require two-factor for staff"
        text="We couldn't load this setting."
        action={
          <Button variant="outline" size="sm" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    ) : null;
  }

  async function put(required: boolean) {
    setPending(true);
    await run(async () => {
      const kept = await callJson("PUT", policyPath, { body: { required } });
      await takeAnswer(queryClient, staffPolicyQuery().queryKey, kept);
    });
    setPending(false);
  }

  return (
    <SecurityRow
      title="Require two-factor for staff"
      badge={data.required && <Badge tone="gold">Required</Badge>}
      text={
        hasFactor
          ? "Admins and moderators without two-factor can sign in, but can't use staff pages until they set it up."
          : "Set up your own two-factor first. Then you can require it for all staff."
      }
      action={
        hasFactor && (
          <Button variant="outline" size="sm" loading={pending} onClick={() => void put(!data.required)}>
            {data.required ? "Make optional" : "Require"}
          </Button>
        )
      }
    />
  );
}
