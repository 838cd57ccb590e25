import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NightRefundDesk } from "#contract/night-refunds.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { ReadFailure } from "#web/features/desk/read-failure.tsx";
import { formatCount } from "#web/features/desk/figures.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { deskQuery } from "#web/features/desk/table/list-query.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { NightProgress } from "./night-progress.tsx";
import { StartDialog } from "./start-dialog.tsx";

const lookMs = 2000;
const addressOf = (eventId: number) => `/api/admin/events/${eventId}/refunds`;

const isMoving = (desk: NightRefundDesk | undefined) =>
  desk?.latest?.state === "running" || (desk?.latest?.pending ?? 0) > 0;

/** Giving all money of a night that is called off back: first what it comes to, then how far it has come. */
export function NightMoney({ eventId }: { eventId: number }) {
  const write = useDeskWrite();
  const [isStarting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const query = useQuery({
    ...deskQuery<NightRefundDesk>(addressOf(eventId)),
    refetchInterval: ({ state }) => (isMoving(state.data) ? lookMs : false),
  });
  const desk = query.data;
  if (!desk) return query.error ? <ReadFailure label="What is owed" query={query} /> : <Skeleton className="h-40" />;
  const { latest } = desk;
  const isUnderWay = latest !== null && ["proposed", "running", "paused"].includes(latest.state);

  async function step(name: string) {
    setRefusal(undefined);
    try {
      await write(`${addressOf(eventId)}/${latest!.id}`, { step: name });
    } catch (failure) {
      setRefusal(failureText(failure));
    }
  }

  return (
    <div className="grid gap-5">
      <ReadFailure label="What is owed" query={query} />
      {refusal && <Notice tone="bad" title={refusal} />}
      {latest && latest.state !== "withdrawn" && (
        <NightProgress refund={latest} isOwn={desk.isOwn} onStep={(name) => void step(name)} />
      )}
      {!isUnderWay && desk.orders > 0 && (
        <>
          {latest?.state === "done" && (
            <div className="grid gap-1 border-t border-line pt-4">
              <h4 className="font-semibold">Not given back</h4>
              <p className="text-sm text-muted">
                These orders were left out or paid meanwhile. They can be gone through once more.
              </p>
            </div>
          )}
          <Owed desk={desk} />
          <div>
            <Button variant="danger" onClick={() => setStarting(true)}>
              Give the money back
            </Button>
          </div>
        </>
      )}
      {desk.orders === 0 && !latest && (
        <p className="text-muted">Nobody paid for this night: there is nothing to give back.</p>
      )}
      {isStarting && <StartDialog desk={desk} address={addressOf(eventId)} onClose={() => setStarting(false)} />}
    </div>
  );
}

function Owed({ desk }: { desk: NightRefundDesk }) {
  return (
    <DataList
      items={[
        { term: "People who paid", detail: formatCount(desk.people) },
        { term: "Their orders", detail: formatCount(desk.orders) },
        { term: "Tickets that become void", detail: formatCount(desk.tickets) },
        ...(desk.admitted > 0 ? [{ term: "Of these, came in", detail: formatCount(desk.admitted) }] : []),
        { term: "Fees in it", detail: formatMoney(desk.feeCents, desk.currency) },
        { term: "Their money", detail: formatMoney(desk.amountCents, desk.currency), strong: true },
      ]}
    />
  );
}
