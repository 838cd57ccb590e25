import { Drawer } from "#web/ui/drawer.tsx";
import { EndSection } from "./promotion-actions.tsx";
import type { PromotionFormProps } from "./promotion-form.tsx";

export type PromotionDrawerProps = Omit<PromotionFormProps, "onSaved"> & {
  /** From the address: "new", or an id. */
  opened: string | null;
  onClose: () => void;
};

/** One code or promoter: details, editing and its end. */
export function PromotionDrawer({ opened, onClose, ...props }: PromotionDrawerProps) {
  const { kind, row } = props;
  const isNew = opened === "new";
  const isEnded = row?.status === "ended";
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
