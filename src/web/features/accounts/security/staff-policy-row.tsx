import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callJson } from "#web/lib/call.ts";
import { takeAnswer } from "#web/lib/query-client.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { policyPath, staffPolicyQuery } from "./queries.ts";
import { SecurityRow } from "./security-row.tsx";
import { useDelicate } from "./use-delicate.tsx";

/** For admins: whether everybody who works here needs a second factor. */
export function StaffPolicyRow({ hasFactor }: { hasFactor: boolean }) {
  const run = useDelicate();
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(staffPolicyQuery());
  const [pending, setPending] = useState(false);
  if (!data) {
    return error ? (
      <SecurityRow
        title="Required of all staff"
        text="It could not be read whether a second factor is required."
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
      title="Required of all staff"
      badge={data.required && <Badge tone="gold">Required</Badge>}
      text={
        hasFactor
          ? "Admins and moderators without a second factor can sign in, and do nothing as staff until they have set one up."
          : "Set up your own second factor first: then you can ask it of everybody who works here."
      }
      action={
        hasFactor && (
          <Button variant="outline" size="sm" loading={pending} onClick={() => void put(!data.required)}>
            {data.required ? "Require no longer" : "Require"}
          </Button>
        )
      }
    />
  );
}
