import { useState } from "react";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { manualStatus } from "./labels.ts";
import type { PromotionFormProps } from "./promotion-form.tsx";
import { usePress, usePromotionWrite } from "./use-promotion-write.ts";

export type PromotionDrawerProps = Omit<PromotionFormProps, "onSaved"> & {
  /** From the address: "new", or an id. */
  opened: string | null;
  onClose: () => void;
};

/** One code or promoter: details, editing and its end. */
export function PromotionDrawer({ opened, onClose, ...props }: PromotionDrawerProps) {
  const { kind, row } = props;
  const isNew = opened === "new";
  const isEnded = row !== undefined && manualStatus(row) === "ended";
  const title = row ? kind.nameOf(row) : `New ${kind.noun}`;
  return (
    <Drawer open={isNew || row !== undefined} onOpenChange={(open) => !open && onClose()} title={title}>
      {(isNew || row) && (
        <div className="grid gap-6">
          {row && <kind.Details row={row} />}
          {!isEnded && <kind.Form key={opened} {...props} onSaved={onClose} />}
          {row && !isEnded && (
            <EndSection
              path={`${kind.path}/${row.id}`}
              noun={kind.endNoun}
              isUnused={kind.canDelete(row)}
              onDone={onClose}
            />
          )}
        </div>
      )}
    </Drawer>
  );
}

type EndSectionProps = {
  path: string;
  noun: string;
  /** It never sold anything, so it can be deleted instead. */
  isUnused: boolean;
  onDone: () => void;
};

/** Ends a code or link for good, with a confirmation. */
function EndSection({ path, noun, isUnused, onDone }: EndSectionProps) {
  const write = usePromotionWrite();
  const [canDelete, setCanDelete] = useState(isUnused);
  const [isAsking, setAsking] = useState(false);
  const { press, isBusy, failure } = usePress(async () => {
    try {
      await (canDelete ? write("DELETE", path) : write("POST", `${path}/status`, { status: "ended" }));
    } catch (error) {
      // A refunded order still counts as a redemption.
      if (error instanceof CallError && error.answer.code === "order_closed") setCanDelete(false);
      throw error;
    }
    onDone();
  });

  const action = canDelete ? `Delete this ${noun}` : `End this ${noun}`;
  return (
    <section aria-label={action} className="grid gap-3 border-t border-line pt-5">
      <p className="text-sm text-muted">
        {canDelete
          ? `No orders have used this ${noun}, so you can delete it.`
          : `Existing orders don't change. You can't restart an ended ${noun}, but you can reuse its name.`}
      </p>
      {failure && <Callout tone="bad" title={failure} />}
      <div className="flex flex-wrap gap-2">
        {isAsking ? (
          <>
            <Button variant="danger" size="sm" loading={isBusy} onClick={press}>
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
