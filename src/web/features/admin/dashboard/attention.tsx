import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { Link } from "react-router";
import type { AdminTrend } from "#contract/admin.ts";
import { Callout } from "#web/ui/callout.tsx";
import { type AdminPage, AdminPages } from "../admin-pages.ts";
import { formatCount } from "../figures.tsx";
import { ReadFailure } from "../read-failure.tsx";
import { trendQuery } from "./queries.ts";

/** What needs staff's attention, with links to it; renders nothing if all is well. */
export function Attention() {
  const query = useQuery(trendQuery());
  const groups = use(AdminPages);
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
  const matters = groups.flatMap(({ pages }) => pages.flatMap((page) => mattersOf(page, data.attention)));
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

function mattersOf({ to: page, matters = {} }: AdminPage, attention: AdminTrend["attention"]) {
  return Object.entries(matters).flatMap(([name, { words, to = page }]) => {
    const count = attention.find((matter) => matter.name === name)?.count;
    if (count === undefined) return [];
    const text = typeof words === "string" ? words : `${formatCount(count)} ${words[count === 1 ? 0 : 1]}`;
    return [{ text, to }];
  });
}
