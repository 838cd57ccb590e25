import type { ReactNode } from "react";
import { DataList } from "#web/ui/data-list.tsx";

/** What is known about one thing, by name. What doesn't apply is left out. */
export const Details = ({ of }: { of: Record<string, ReactNode> }) => (
  <DataList
    className="text-sm [&_dd]:wrap-anywhere"
    items={Object.entries(of).map(([term, detail]) => (Boolean(detail) || detail === 0) && { term, detail })}
  />
);
