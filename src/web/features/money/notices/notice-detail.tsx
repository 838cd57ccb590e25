import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { PaymentNotice } from "#contract/notices.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { ReadFailure } from "#web/features/desk/read-failure.tsx";
import { formatCount } from "#web/features/desk/figures.tsx";
import { Moment } from "#web/features/desk/moment.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { noticePath, noticeQuery } from "./queries.ts";
import { aboutOf, states } from "./words.ts";

function useReplay(name: Pick<PaymentNotice, "provider" | "eventId">) {
  const write = useDeskWrite();
  const [isBusy, setBusy] = useState(false);
  async function replay() {
    setBusy(true);
    try {
      const after = await write<PaymentNotice>(`${noticePath(name)}/replay`, {});
      toast({ title: "Replayed", description: states[after.state].told, tone: "good" });
    } catch (error) {
      toast({ title: "That did not work", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, replay };
}

/** One notice: what became of it, what it said, and the button to work on it again. */
export function NoticeDetail({ name }: { name: Pick<PaymentNotice, "provider" | "eventId"> }) {
  const query = useQuery(noticeQuery(name));
  const { data } = query;
  const { isBusy, replay } = useReplay(name);
  if (!data) return query.error ? <ReadFailure label="The notice" query={query} /> : <Skeleton className="h-64" />;
  return (
    <div className="grid gap-5">
      <ReadFailure label="The notice" query={query} />
      {data.error && (
        <Notice tone={data.state === "failed" ? "bad" : "soon"} title={states[data.state].told}>
          <p className="wrap-anywhere">{data.error}</p>
        </Notice>
      )}
      <DataList
        className="text-sm"
        items={[
          { term: "State", detail: states[data.state].label },
          { term: "Provider", detail: data.provider === "stripe" ? "Stripe" : "Sandbox" },
          { term: "About", detail: <span className="wrap-anywhere">{`${aboutOf(data.kind)} ${data.ref}`}</span> },
          ...(data.order
            ? [
                {
                  term: "Order",
                  detail: (
                    <Link
                      to={withQuery(paths.ticketManagement(), { order: data.order.id })}
                      className="underline underline-offset-3"
                    >
                      {data.order.number}
                    </Link>
                  ),
                },
              ]
            : []),
          { term: "Received", detail: <Moment at={data.receivedAt} /> },
          ...(data.processedAt ? [{ term: "Processed", detail: <Moment at={data.processedAt} /> }] : []),
          { term: "Tries", detail: formatCount(data.attempts) },
          { term: "Number", detail: <span className="wrap-anywhere">{data.eventId}</span> },
        ]}
      />
      <div className="grid gap-1.5">
        <p className="text-sm font-semibold text-muted">What it said, secrets blotted out</p>
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to by keyboard too
          tabIndex={0}
          aria-label="What the notice said"
          role="region"
          className="max-h-80 overflow-auto rounded-sm border border-line bg-page p-3 text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap"
        >
          {data.body}
        </pre>
      </div>
      <Button variant={data.state === "processed" ? "outline" : "gold"} loading={isBusy} onClick={() => void replay()}>
        Replay
      </Button>
    </div>
  );
}
