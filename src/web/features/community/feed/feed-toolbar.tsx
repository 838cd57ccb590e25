import { clsx } from "clsx";
import { Link } from "#web/lib/router.ts";
import { type CommunityFilter, paths } from "#web/lib/paths.ts";
import { AddressSearch } from "#web/ui/address-search.tsx";

const sorts: { sort: CommunityFilter["sort"]; label: string }[] = [
  { sort: undefined, label: "New" },
  { sort: "top", label: "Top" },
  { sort: "following", label: "Following" },
];

/** The search and the order of the posts. */
export function FeedToolbar({ filter }: { filter: CommunityFilter }) {
  const { q, topic, event, sort, author } = filter;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <nav aria-label="Order" className="flex flex-wrap gap-1">
        {sorts.map((each) => (
          <Link
            key={each.label}
            to={paths.community({ ...filter, sort: each.sort })}
            preventScrollReset
            aria-current={each.sort === sort ? "true" : undefined}
            className={clsx(
              "flex min-h-11 items-center rounded-full px-4 font-semibold transition-colors",
              each.sort === sort ? "bg-ink text-page" : "text-muted hover:bg-ink/8 hover:text-ink",
            )}
          >
            {each.label}
          </Link>
        ))}
      </nav>
      <div className="flex min-w-[min(13rem,100%)] flex-1">
        <AddressSearch
          label="Search posts"
          placeholder="Search posts"
          action={paths.community()}
          q={q ?? ""}
          otherParams={{ topic, event, sort, author }}
          addressOf={(words) => paths.community({ ...filter, q: words })}
        />
      </div>
    </div>
  );
}
