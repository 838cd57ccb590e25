import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { Link } from "#web/lib/router.ts";
import { type CommunityFilter, paths } from "#web/lib/paths.ts";
import { countOf } from "../labels.ts";
import type { TopicEvent } from "../queries.ts";
import { useScrollFade } from "#web/ui/use-scroll-fade.ts";

/** The topics as a row of large links; on a phone the row is swiped. */
export function Topics({ filter, topics }: { filter: CommunityFilter; topics: TopicEvent[] }) {
  const row = useRef<HTMLUListElement>(null);
  useScrollFade(row);
  const { topic, event, sort } = filter;
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && link) row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft - 40;
  }, [topic, event]);
  const linkOf = (to: CommunityFilter, name: string, count?: number) => {
    const isCurrent = to.topic === topic && to.event === event && filter.author === undefined;
    return (
      <li key={name + (to.event ?? "")}>
        <Link
          to={paths.community({ sort, ...to })}
          aria-current={isCurrent ? "page" : undefined}
          className={clsx(
            "display flex min-h-14 items-center gap-1.5 border-b-3 text-xl whitespace-nowrap transition-colors md:text-2xl",
            isCurrent ? "border-gold text-ink" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {name}
          {count !== undefined && count > 0 && (
            <span className="text-sm font-medium text-muted">
              {count}
              <span className="sr-only"> {countOf(count, "post").split(" ")[1]}</span>
            </span>
          )}
        </Link>
      </li>
    );
  };
  // Those that people talk about, and always the chosen one.
  const shown = topics.filter((each) => each.postCount > 0 || each.phase !== "after" || each.event.id === event);
  return (
    <nav aria-label="Topics" className="border-b border-line">
      <ul ref={row} className="relative measure flex gap-6 overflow-x-auto [scrollbar-width:none] md:gap-9">
        {linkOf({}, "Everything")}
        {linkOf({ topic: "general" }, "General")}
        {linkOf({ topic: "photos" }, "Photos")}
        {shown.map(({ event: { id, title }, postCount }) => linkOf({ event: id }, title, postCount))}
      </ul>
    </nav>
  );
}
