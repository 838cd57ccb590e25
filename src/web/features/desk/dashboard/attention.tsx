import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { DeskTrend } from "#contract/desk.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Notice } from "#web/ui/notice.tsx";
import { formatCount } from "../figures.tsx";
import { ReadFailure } from "../read-failure.tsx";
import { trendQuery } from "./queries.ts";

type Matter = { text: string; to: string };

const counted = (count: number, one: string, many: string, to: string): Matter[] =>
  count === 0 ? [] : [{ text: `${formatCount(count)} ${count === 1 ? one : many}`, to }];

function mattersOf(attention: DeskTrend["attention"]): Matter[] {
  return [
    ...counted(
      attention.moneyExceptions,
      "thing about money does not add up",
      "things about money do not add up",
      paths.admin({ section: "money" }),
    ),
    ...counted(
      attention.openDisputes,
      "dispute waits for evidence or the bank",
      "disputes wait for evidence or the bank",
      paths.admin({ section: "money", view: "disputes" }),
    ),
    ...counted(
      attention.brokenInvariants,
      "thing that must always hold does not",
      "things that must always hold do not",
      withQuery(paths.admin(), { section: "money", view: "checks" }),
    ),
    ...counted(
      attention.silentPayments,
      "payment is silent",
      "payments are silent",
      withQuery(paths.ticketManagement(), { tab: "orders", status: "paying" }),
    ),
    ...counted(
      attention.failedMails,
      "mail failed",
      "mails failed",
      withQuery(paths.emailManagement(), { status: "failed" }),
    ),
    ...counted(attention.openErrors, "open error", "open errors", paths.admin({ section: "errors" })),
    ...(attention.moneyMailsReachNobody
      ? [
          {
            text: "Mails about failed refunds and disputes reach nobody: give the house a contact e-mail",
            to: paths.admin({ section: "settings" }),
          },
        ]
      : []),
  ];
}

/** What does not go by itself any more, and where to look at it; nothing where all is known to be well. */
export function Attention() {
  const query = useQuery(trendQuery());
  const { data, error } = query;
  if (!data) {
    return error ? (
      <ReadFailure label="What needs a look" query={query} />
    ) : (
      <p role="status" className="text-sm text-muted">
        Looking whether anything needs a look…
      </p>
    );
  }
  const matters = mattersOf(data.attention);
  if (matters.length === 0) return null;
  return (
    <Notice tone="soon" title="Needs a look">
      <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
        {matters.map(({ text, to }) => (
          <li key={text}>
            <Link to={to} className="text-ink underline underline-offset-3">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
