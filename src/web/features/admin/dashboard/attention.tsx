import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AdminTrend } from "#contract/admin.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Callout } from "#web/ui/callout.tsx";
import { formatCount } from "../figures.tsx";
import { ReadFailure } from "../read-failure.tsx";
import { trendQuery } from "./queries.ts";

type Matter = { text: string; to: string };

const counted = (count: number, one: string, many: string, to: string): Matter[] =>
  count === 0 ? [] : [{ text: `${formatCount(count)} ${count === 1 ? one : many}`, to }];

function mattersOf(attention: AdminTrend["attention"]): Matter[] {
  return [
    ...counted(
      attention.openDiscrepancies,
      "payment discrepancy",
      "payment discrepancies",
      paths.admin({ section: "money" }),
    ),
    ...counted(
      attention.openDisputes,
      "open dispute",
      "open disputes",
      paths.admin({ section: "money", view: "disputes" }),
    ),
    ...counted(
      attention.brokenInvariants,
      "failed check",
      "failed checks",
      withQuery(paths.admin(), { section: "money", view: "checks" }),
    ),
    ...counted(
      attention.silentPayments,
      "stalled payment",
      "stalled payments",
      withQuery(paths.ticketManagement(), { tab: "orders", status: "paying" }),
    ),
    ...counted(
      attention.failedMails,
      "failed email",
      "failed emails",
      withQuery(paths.emailManagement(), { status: "failed" }),
    ),
    ...counted(attention.openErrors, "open error", "open errors", paths.admin({ section: "errors" })),
    ...(attention.noMoneyAlertRecipient
      ? [
          {
            text: "Add a contact email to get alerts about failed refunds and disputes",
            to: paths.admin({ section: "settings" }),
          },
        ]
      : []),
  ];
}

/** What needs staff's attention, with links to it; renders nothing if all is well. */
export function Attention() {
  const query = useQuery(trendQuery());
  const { data, error } = query;
  if (!data) {
    return error ? (
      <ReadFailure label="Alerts" query={query} />
    ) : (
      <p role="status" className="text-sm text-muted">
        Checking for anything that needs attention…
      </p>
    );
  }
  const matters = mattersOf(data.attention);
  if (matters.length === 0) return null;
  return (
    <Callout tone="soon" title="Needs attention">
      <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
        {matters.map(({ text, to }) => (
          <li key={text}>
            <Link to={to} className="text-ink underline underline-offset-3">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
