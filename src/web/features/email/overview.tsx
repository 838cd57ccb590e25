import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/lib/router.ts";
import type { EmailOverview } from "#contract/email/delivery.ts";
import { counted, Figures, formatCount } from "#web/admin-kit/figures.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { NotSentCallout, UnsentCallout } from "#web/features/email/outbox/outbox-list.tsx";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { DayChart } from "#web/ui/chart/day-chart.tsx";
import { plainReason } from "#web/features/email/outbox/labels.ts";
import { emailOverviewQuery, emailPath } from "./queries.ts";
import { RefusalCallout } from "./refusal-callout.tsx";

/** Delivery at a glance: what left, what failed and why, and what waits. */
export function EmailOverviewSection() {
  return (
    <Loaded query={useQuery(emailOverviewQuery())} label="The overview" className="h-96">
      {(overview) => <Overview overview={overview} />}
    </Loaded>
  );
}

function Overview({ overview }: { overview: EmailOverview }) {
  const { days, failures } = overview;
  const sum = (name: "sent" | "failed" | "unknown") => days.reduce((total, day) => total + day[name], 0);
  const list = (status: string) => emailPath("messages", { status });
  const lateMinutes = Math.round(overview.lateSeconds / 60);
  return (
    <>
      {overview.leaves ? <UnsentCallout /> : <NotSentCallout />}
      {overview.refused && (
        <RefusalCallout
          refusal={overview.refused}
          title={`Your email server is refusing ${counted(overview.refused.count, "email")}`}
        >
          Tickets and receipts keep trying for three days. Campaigns wait until you resume them. No one was suppressed.
        </RefusalCallout>
      )}
      <Figures
        items={[
          { label: "Sent", value: formatCount(sum("sent")), note: "last 14 days", to: list("sent") },
          {
            label: "Failed",
            value: formatCount(sum("failed")),
            note: "last 14 days",
            to: list("failed"),
            ...(sum("failed") > 0 && { tone: "bad" as const }),
          },
          { label: "Unknown", value: formatCount(sum("unknown")), note: "may have arrived", to: list("unknown") },
          {
            label: "Waiting",
            value: formatCount(overview.waiting),
            note: lateMinutes > 0 ? `oldest is ${counted(lateMinutes, "minute")} late` : "on time",
            to: list("queued"),
          },
          { label: "Opted in", value: formatCount(overview.optedIn), note: "get news by email" },
          { label: "Suppressed", value: formatCount(overview.suppressed), to: emailPath("suppressions") },
        ]}
      />
      <div className="halves items-start gap-5">
        <ChartFrame
          title="Sent per day"
          figure={formatCount(sum("sent"))}
          state={sum("sent") > 0 ? "ready" : "empty"}
          emptyText="Nothing was sent in the last 14 days."
          table={{
            head: ["Day", "Sent", "Failed", "Unknown"],
            rows: days.toReversed().map((day) => [day.day, ...[day.sent, day.failed, day.unknown].map(formatCount)]),
          }}
        >
          <DayChart
            label="Emails sent per day"
            timeZone={overview.timeZone}
            points={days.map(({ day, sent }) => ({ day, value: sent, text: counted(sent, "email") }))}
          />
        </ChartFrame>
        <Panel compact title="Failures" text="Why emails of the last 14 days failed, most common first.">
          {failures.length === 0 ? (
            <p className="text-sm text-muted">No email failed.</p>
          ) : (
            <ul className="grid gap-3">
              {failures.map(({ reason, count, latest }) => (
                <li key={reason} className="split-row text-sm">
                  <span>
                    {plainReason(reason)}
                    <Link
                      to={emailPath("messages", { id: latest.id })}
                      className="block text-muted underline underline-offset-3"
                    >
                      Latest: {latest.name}
                    </Link>
                  </span>
                  <span className="font-semibold tabular-nums">{formatCount(count)}</span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  );
}
