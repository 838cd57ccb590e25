import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CompBatch } from "#contract/comps/batches.ts";
import { DownloadLink } from "#web/admin-kit/download-link.tsx";
import { counted } from "#web/admin-kit/figures.tsx";
import { Meter } from "#web/admin-kit/meter.tsx";
import { EventMoment, Moment } from "#web/admin-kit/moment.tsx";
import { apiPath } from "#web/lib/paths.ts";
import { ExportLinks } from "#web/admin-kit/table/table-toolbar.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { LinkShare } from "#web/features/events/hub/share/link-share.tsx";
import { gold, gone, good, type soon, StatusBadge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { adminQueryOf } from "#web/admin-kit/table/list-query.ts";

/** The latest guest lists and claim links; read often while one is being issued. */
export const compBatchesQuery = (eventId: number | undefined) => ({
  ...adminQueryOf("GET /api/admin/comp-batches", { query: { eventId } }),
  refetchInterval: ({ state }: { state: { data?: { items: CompBatch[] } | undefined } }) =>
    state.data?.items.some(isWorking) ? 1000 : false,
});

/** True while the server issues or revokes a batch's comps. */
const isWorking = ({ status, source }: CompBatch) =>
  status === "revoking" || (status === "running" && source === "list");

const statuses: Record<CompBatch["status"], ReturnType<typeof soon>> = {
  running: gold("Issuing"),
  done: good("Issued"),
  stopped: gone("Stopped"),
  revoking: gold("Revoking"),
  revoked: gone("Revoked"),
};

/** A link is open until its end. */
const linkStatuses = { ...statuses, running: good("Open"), done: gone("Ended") };

/** Guest lists and claim links with their progress; each can be stopped while it runs, and revoked as a whole. */
export function BatchList({ eventId }: { eventId?: number | undefined }) {
  const batches = useQuery(compBatchesQuery(eventId));
  useCompsFollow(batches.data?.items);
  if (!batches.data) return <ReadFailure label="Guest lists and links" query={batches} />;
  if (batches.data.items.length === 0) return null;
  return (
    <Panel
      title="Guest lists and links"
      compact
      actions={<ExportLinks file="GET /api/admin/comp-batches.csv" query={{ eventId }} />}
    >
      <ul className="grid gap-4">
        {batches.data.items.map((batch) => (
          <BatchRow key={batch.id} batch={batch} />
        ))}
      </ul>
    </Panel>
  );
}

/** What a batch issues or revokes meanwhile shows in the list of comps below and in the hosts' figures. */
function useCompsFollow(batches: CompBatch[] | undefined) {
  const queryClient = useQueryClient();
  const progress = batches?.map(({ id, issuedCount, revokedCount }) => `${id} ${issuedCount} ${revokedCount}`).join();
  const before = useRef(progress);
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== progress;
    before.current = progress;
    if (!isNews) return;
    const isOfComps = (address: string) => /^\/api\/admin\/comp(s|-hosts)(\?|$)/.test(address);
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfComps(String(queryKey[0])) });
  }, [progress, queryClient]);
}

const count = (value: number) => value.toLocaleString("en-US");

/** How far a batch is: guests of a list, units claimed of a link, or guests whose tickets are void. */
function progressOf({ link, status, guestCount, issuedCount, revokedCount, keptCount, ...batch }: CompBatch) {
  if (status === "revoking") return { done: revokedCount + keptCount, whole: issuedCount, unit: "guest" };
  if (link === null) return { done: issuedCount, whole: guestCount, unit: "guest" };
  return { done: batch.issuedQuantity, whole: batch.quantity, unit: undefined };
}

function BatchRow({ batch }: { batch: CompBatch }) {
  const { event, status, link, revokedCount, canceledCount, keptCount, admittedCount } = batch;
  const { done, whole, unit } = progressOf(batch);
  const notes = [
    unit ? `${count(done)} of ${counted(whole, unit)}` : `${count(done)} of ${count(whole)} claimed`,
    admittedCount > 0 && `${count(admittedCount)} checked in`,
    canceledCount > 0 && `${count(canceledCount)} canceled`,
    status !== "revoking" && revokedCount > 0 && `${count(revokedCount)} revoked`,
    keptCount > 0 && `${count(keptCount)} kept, checked in`,
    batch.host && `for ${batch.host.name}`,
  ].filter(Boolean);
  return (
    <li className="grid gap-2 border-t border-line pt-4 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
            {batch.reason} <StatusBadge {...(link ? linkStatuses : statuses)[status]} />
          </p>
          <p className="text-sm text-muted">
            {event.title}, <EventMoment at={event.startsAt} timeZone={event.timeZone} /> · {batch.ticketTypeName} · by{" "}
            {batch.issuedBy}, <Moment at={batch.createdAt} relative />
            {link && (
              <>
                {" · "}
                {status === "running" ? "ends" : "end was"} <EventMoment at={link.endsAt} timeZone={event.timeZone} />
              </>
            )}
          </p>
        </div>
        <BatchActions batch={batch} />
      </div>
      <Meter parts={[{ value: done, tone: "gold", label: "done" }]} whole={whole} />
      <p role="status" className="text-sm tabular-nums">
        {notes.join(" · ")}
      </p>
      {link && status === "running" && (
        <details>
          <summary className="min-h-6 cursor-pointer text-sm font-semibold">Link and QR code</summary>
          <div className="mt-2 max-w-xl">
            <LinkShare
              label={`Claim link: ${batch.reason}`}
              title={`Free tickets for ${event.title}`}
              url={link.url}
              fileName={`claim-${batch.id.slice(0, 8)}-qr.svg`}
            />
          </div>
        </details>
      )}
      {batch.problem && <p className="text-sm text-hibiscus">{`Stopped: ${batch.problem}`}</p>}
    </li>
  );
}

function BatchActions({ batch: { id, source, status, reason, issuedCount, printCount } }: { batch: CompBatch }) {
  const [isOpen, setOpen] = useState(false);
  const stop = usePress(`We couldn't stop the ${source}`, (write) =>
    write("POST /api/admin/comp-batches/{id}/stop", { params: { id }, body: {} }),
  );
  const form = useReasonForm({
    onClose: () => setOpen(false),
    submit: async (body, write) => {
      await write("POST /api/admin/comp-batches/{id}/revoke", { params: { id }, body });
      showSuccess("Revoking", "Tickets become void one by one.");
    },
  });
  const canRevoke = status !== "revoking" && status !== "revoked" && issuedCount > 0;
  return (
    <div className="flex flex-wrap gap-2">
      {printCount > 0 && (
        <DownloadLink
          inTab
          to={apiPath("GET /api/admin/comps/{id}/tickets.pdf", { params: { id } })}
          className={buttonStyle("outline", "sm")}
        >
          {`Print ${counted(printCount, "guest")} without email`}
          <span className="sr-only"> (opens a PDF)</span>
        </DownloadLink>
      )}
      {status === "running" && (
        <Button variant="outline" size="sm" aria-label={`Stop: ${reason}`} {...stop}>
          Stop
        </Button>
      )}
      {canRevoke && (
        <Button variant="outline" size="sm" aria-label={`Revoke all: ${reason}`} onClick={() => setOpen(true)}>
          Revoke all
        </Button>
      )}
      <ReasonDialog
        form={form}
        open={isOpen}
        title={source === "link" ? "Revoke claimed tickets" : "Revoke guest list"}
        action="Revoke all"
        danger
      >
        All tickets of this {source} become void, and their capacity goes back on sale. Guests who are checked in keep
        theirs. We don&apos;t email the guests.
      </ReasonDialog>
    </div>
  );
}
