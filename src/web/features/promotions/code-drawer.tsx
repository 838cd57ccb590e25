import type { PromoCode } from "#contract/promo-codes.ts";
import { useOwnZone } from "#web/features/admin/moment.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { CodeForm } from "./code-form.tsx";
import { EndSection } from "./end-section.tsx";

export type CodeDrawerProps = {
  /** From the address: "new", or a code's id. */
  opened: string | null;
  code: PromoCode | undefined;
  /** The event in whose editor it is opened. */
  eventId: number | undefined;
  onClose: () => void;
};

/** One code: create, edit or end it. */
export function CodeDrawer({ opened, code, eventId, onClose }: CodeDrawerProps) {
  const ownZone = useOwnZone();
  const isNew = opened === "new";
  const isOpen = isNew || code !== undefined;
  return (
    <Drawer open={isOpen} onOpenChange={(open) => !open && onClose()} title={isNew ? "New code" : (code?.code ?? "")}>
      {isOpen && (
        <div className="grid gap-6">
          {code?.manualStatus === "ended" ? (
            <p className="text-muted">This code has ended. Existing orders keep their discount.</p>
          ) : (
            <CodeForm key={opened} code={code} eventId={eventId} ownZone={ownZone} onSaved={onClose} />
          )}
          {code && code.manualStatus !== "ended" && (
            <EndSection
              path={`/api/admin/promo-codes/${code.id}`}
              what="code"
              isUnused={code.used + code.held === 0}
              onDone={onClose}
            />
          )}
        </div>
      )}
    </Drawer>
  );
}
