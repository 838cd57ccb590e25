import { useState } from "react";
import { failureText } from "#web/features/admin/failure-text.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { usePromotionWrite } from "./use-promotion-write.ts";

export type EndSectionProps = {
  path: string;
  /** "code" or "link". */
  what: string;
  /** It never sold anything, so it can be deleted instead. */
  isUnused: boolean;
  onDone: () => void;
};

/** Ends a code or link for good, with a confirmation. */
export function EndSection({ path, what, isUnused, onDone }: EndSectionProps) {
  const write = usePromotionWrite();
  const [canDelete, setCanDelete] = useState(isUnused);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function end() {
    setBusy(true);
    setRefusal(undefined);
    try {
      if (canDelete) await write("DELETE", path);
      else await write("POST", `${path}/status`, { status: "ended" });
      onDone();
    } catch (error) {
      setRefusal(failureText(error));
      // A refunded order still counts as a redemption.
      if (error instanceof CallError && error.answer.code === "order_closed") setCanDelete(false);
      setBusy(false);
    }
  }

  const action = canDelete ? `Delete this ${what}` : `End this ${what}`;
  return (
    <section aria-label={action} className="grid gap-3 border-t border-line pt-5">
      <p className="text-sm text-muted">
        {canDelete
          ? `No orders have used this ${what}, so you can delete it.`
          : `Existing orders don't change. You can't restart an ended ${what}, but you can reuse its name.`}
      </p>
      {refusal && <Callout tone="bad" title={refusal} />}
      <div className="flex flex-wrap gap-2">
        {isAsking ? (
          <>
            <Button variant="danger" size="sm" loading={isBusy} onClick={() => void end()}>
              Confirm and {canDelete ? "delete" : "end"}
            </Button>
            <Button variant="quiet" size="sm" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </>
        ) : (
          <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
            {action}
          </Button>
        )}
      </div>
    </section>
  );
}
