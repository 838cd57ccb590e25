import { clsx } from "clsx";
import { useId, type ReactNode } from "react";
import { DataList } from "#web/ui/data-list.tsx";
import { PartBoundary } from "#web/ui/part-boundary.tsx";

/** What is known about one thing, by name. What doesn't apply is left out. */
export const Details = ({ of }: { of: Record<string, ReactNode> }) => (
  <DataList
    className="text-sm [&_dd]:wrap-anywhere"
    items={Object.entries(of).map(([term, detail]) => (Boolean(detail) || detail === 0) && { term, detail })}
  />
);

type PanelProps = {
  title: ReactNode;
  text?: string;
  compact?: boolean;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A section of a page: its title, a short text and its fields. */
export function Panel({ title, text, compact = false, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        "grid grid-cols-1 rounded-md border border-line bg-panel p-5",
        compact ? "gap-4" : "gap-5 sm:p-6",
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <h2 id={id} className="display flex flex-wrap items-center gap-x-3 text-display-sm">
            {title}
          </h2>
          {text && <p className="text-sm text-muted">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      <PartBoundary>{children}</PartBoundary>
    </section>
  );
}
