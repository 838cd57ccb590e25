import { useState } from "react";
import { failureText } from "#web/features/desk/failure-text.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { usePromotionWrite } from "./use-promotion-write.ts";

export type EndSectionProps = {
  path: string;
  /** "code" or "link". */
  what: string;
  /** Nothing was ever sold with it: it can be deleted instead. */
  isUnused: boolean;
  onDone: () => void;
};

/** The end of a code or link, in two presses: it cannot come back. */
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
      else await write("POST", `${path}/state`, { state: "ended" });
      onDone();
    } catch (error) {
      setRefusal(failureText(error));
      // An order that was given back used it all the same.
      if (error instanceof CallError && error.answer.code === "order_closed") setCanDelete(false);
      setBusy(false);
    }
  }

  const action = canDelete ? `Delete this ${what}` : `End this ${what}`;
  return (
    <section aria-label={action} className="grid gap-3 border-t border-line pt-5">
      <p className="text-sm text-muted">
        {canDelete
          ? `No order used this ${what} yet, so it can go without a trace.`
          : `Orders keep what they were placed with. An ended ${what} cannot come back; its word can be given anew.`}
      </p>
      {refusal && <Notice tone="bad" title={refusal} />}
      <div className="flex flex-wrap gap-2">
        {isAsking ? (
          <>
            <Button variant="danger" size="sm" loading={isBusy} onClick={() => void end()}>
              Yes, {canDelete ? "delete" : "end"} it
            </Button>
            <Button variant="quiet" size="sm" onClick={() => setAsking(false)}>
              Keep it
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
