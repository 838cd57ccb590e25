import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { CopyButton } from "./copy-button.tsx";
import { promoterLinkQuery } from "./queries.ts";
import { usePromotionWrite } from "./use-promotion-write.ts";

/** The link to the promoter's results page. A new link shuts out anyone with the old one. */
export function SecretLink({ id }: { id: number }) {
  const { data, error } = useQuery(promoterLinkQuery(id));
  const write = usePromotionWrite();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function renew() {
    setBusy(true);
    setRefusal(undefined);
    try {
      await write("POST", `/api/admin/promoters/${id}/link`, {});
    } catch (failure) {
      setRefusal(failureText(failure));
    } finally {
      setBusy(false);
    }
  }
  const problem = refusal ?? (error ? failureText(error) : undefined);
  return (
    <section aria-label="Results page" className="grid gap-3 border-t border-line pt-5">
      <div>
        <h3 className="font-semibold">Results page</h3>
        <p className="text-sm text-muted">
          Anyone with this link can see the promoter's daily sales without an account. It never shows buyers' names.
        </p>
      </div>
      {problem && <Callout tone="bad" title={problem} />}
      {data && <p className="rounded-sm bg-ink/5 px-3 py-2 font-mono text-xs break-all text-muted">{data.url}</p>}
      <div className="flex flex-wrap gap-2">
        {data && <CopyButton text={data.url} label="Copy results link" />}
        <Button variant="outline" size="sm" loading={isBusy} onClick={() => void renew()}>
          Replace link
        </Button>
      </div>
    </section>
  );
}
