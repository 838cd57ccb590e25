import type { PromoCode } from "#contract/promo-codes.ts";
import { useOwnZone } from "#web/features/desk/moment.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { CodeForm } from "./code-form.tsx";
import { EndSection } from "./end-section.tsx";

export type CodeDrawerProps = {
  /** What the address says: "new", or a code's number. */
  opened: string | null;
  code: PromoCode | undefined;
  /** The night in whose desk it is opened. */
  eventId: number | undefined;
  onClose: () => void;
};

/** One code: made or changed, paused, ended. */
export function CodeDrawer({ opened, code, eventId, onClose }: CodeDrawerProps) {
  const ownZone = useOwnZone();
  const isNew = opened === "new";
  const isOpen = isNew || code !== undefined;
  return (
    <Drawer open={isOpen} onOpenChange={(open) => !open && onClose()} title={isNew ? "New code" : (code?.code ?? "")}>
      {isOpen && (
        <div className="grid gap-6">
          {code?.state === "ended" ? (
            <p className="text-muted">This code has ended. Orders keep what they were placed with.</p>
          ) : (
            <CodeForm key={opened} code={code} eventId={eventId} ownZone={ownZone} onSaved={onClose} />
          )}
          {code && code.state !== "ended" && (
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
