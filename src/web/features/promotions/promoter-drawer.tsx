import { useQuery } from "@tanstack/react-query";
import type { Promoter } from "#contract/promoters.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Drawer } from "#web/ui/drawer.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EndSection } from "./end-section.tsx";
import { PromoterForm } from "./promoter-form.tsx";
import { PromoterResultsView } from "./promoter-results.tsx";
import { promoterResultsQuery } from "./queries.ts";
import { SecretLink } from "./secret-link.tsx";

export type PromoterDrawerProps = {
  /** From the address: "new", or a promoter's id. */
  opened: string | null;
  promoter: Promoter | undefined;
  eventId: number | undefined;
  onClose: () => void;
};

/** One promoter: link results, results page and terms. */
export function PromoterDrawer({ opened, promoter, eventId, onClose }: PromoterDrawerProps) {
  const isNew = opened === "new";
  const isOpen = isNew || promoter !== undefined;
  return (
    <Drawer
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? "New promoter" : (promoter?.name ?? "")}
    >
      {isOpen && (
        <div className="grid gap-6">
          {promoter && <Results id={promoter.id} />}
          {promoter && <SecretLink id={promoter.id} />}
          {promoter?.status !== "ended" && (
            <section aria-label="Terms" className={promoter ? "border-t border-line pt-5" : ""}>
              <PromoterForm key={opened} promoter={promoter} eventId={eventId} onSaved={onClose} />
            </section>
          )}
          {promoter && promoter.status !== "ended" && (
            <EndSection path={`/api/admin/promoters/${promoter.id}`} what="link" isUnused={false} onDone={onClose} />
          )}
        </div>
      )}
    </Drawer>
  );
}

function Results({ id }: { id: number }) {
  const { data, error } = useQuery(promoterResultsQuery(id));
  if (error) return <Callout tone="bad" title={failureText(error)} />;
  return data ? <PromoterResultsView results={data} /> : <Skeleton className="h-40 w-full" />;
}
