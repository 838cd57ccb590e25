import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { CopyButton } from "./copy-button.tsx";
import { promoterLinkQuery } from "./queries.ts";
import { usePromotionWrite } from "./use-promotion-write.ts";

/** The promoter's own page, for handing over; a new address shuts whoever has the old one out. */
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
  const fault = refusal ?? (error ? failureText(error) : undefined);
  return (
    <section aria-label="Their own page" className="grid gap-3 border-t border-line pt-5">
      <div>
        <h3 className="font-semibold">Their own page</h3>
        <p className="text-sm text-muted">
          Shows what the link sold, by day, to whoever has this address: no account is needed, no buyer is named.
        </p>
      </div>
      {fault && <Notice tone="bad" title={fault} />}
      {data && <p className="rounded-sm bg-ink/5 px-3 py-2 font-mono text-xs break-all text-muted">{data.url}</p>}
      <div className="flex flex-wrap gap-2">
        {data && <CopyButton text={data.url} label="Copy address" />}
        <Button variant="outline" size="sm" loading={isBusy} onClick={() => void renew()}>
          Make a new one
        </Button>
      </div>
    </section>
  );
}
