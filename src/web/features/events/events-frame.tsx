import { clsx } from "clsx";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigation, Link, useNavigate } from "react-router";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { EventFilters, type Facets, HiddenFields } from "./filter-chips.tsx";
import { ViewSwitch } from "./no-events.tsx";
import { CalendarSync, Rss, Search, SlidersHorizontal, X } from "lucide-react";
import { useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";

const settleMs = 300;

/** Searches as the visitor types; works as a plain form before scripts load. */
function EventsSearch({ filter }: { filter: EventsFilter }) {
  const { text, setText, search } = useSettledSearch(filter);
  const { when, city, category, from, to, view, month } = filter;

  return (
    <form
      role="search"
      method="get"
      action={paths.events()}
      onSubmit={(e) => {
        e.preventDefault();
        search(text);
      }}
      className="relative min-w-0 flex-1"
    >
      <label htmlFor="events-q" className="sr-only">
        Search events
      </label>
      <Search className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted" />
      <Input
        id="events-q"
        type="search"
        name="q"
        value={text}
        onChange={(e) => setText(e.target.value)}
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        placeholder="Event, artist or venue"
        className={clsx(
          "pl-12 text-ellipsis placeholder:text-sm sm:placeholder:text-base [&::-webkit-search-cancel-button]:appearance-none",
          text && "pr-12",
        )}
      />
      <HiddenFields of={{ when, city, category, from, to, view, month }} />
      {text && (
        <Link
          to={paths.events({ ...filter, q: undefined, page: undefined })}
          replace
          preventScrollReset
          aria-label="Clear search"
          onClick={() => setText("")}
          className={buttonStyle("quiet", "icon", "absolute! top-0.5 right-0.5")}
        >
          <X className="size-5" />
        </Link>
      )}
    </form>
  );
}

/** The text in the search field. It goes into the URL when typing pauses, and follows the URL when Back changes it. */
function useSettledSearch(filter: EventsFilter) {
  const navigate = useNavigate();
  const inAddress = filter.q ?? "";
  const [text, setText] = useState(inAddress);
  const sent = useRef(inAddress);

  function search(wanted: string) {
    const q = wanted.trim();
    if (q === sent.current) return;
    // The first character adds a history entry; later characters only replace that entry.
    const replace = sent.current !== "" || q === "";
    sent.current = q;
    void navigate(paths.events({ ...filter, q, page: undefined }), { replace, preventScrollReset: true });
  }

  useEffect(() => {
    if (inAddress === sent.current) return;
    sent.current = inAddress;
    setText(inAddress);
  }, [inAddress]);

  const searchSettled = useEffectEvent(() => search(text));
  useEffect(() => {
    const timer = setTimeout(() => searchSettled(), settleMs);
    return () => clearTimeout(timer);
  }, [text]);

  return { text, setText, search };
}

const FilterSheet = lazyDialog("The filters", async () => (await import("./filter-sheet.tsx")).FilterSheet);

/** Opens the filters on a phone, and says how many are on. */
function FilterButton({ filter: { city, category, from, to }, onOpen }: { filter: EventsFilter; onOpen: () => void }) {
  const count = [city, category, from ?? to].filter(Boolean).length;
  return (
    <Button
      variant="outline"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="min-h-12! gap-1.5! px-3.5! md:hidden noscript:hidden"
    >
      <SlidersHorizontal className="size-5" /> Filters
      {count > 0 && (
        <span className="grid size-6 place-items-center rounded-full bg-gold text-base text-on-gold tabular-nums">
          {count}
          <span className="sr-only"> on</span>
        </span>
      )}
    </Button>
  );
}

type EventsFrameProps = {
  filter: EventsFilter;
  facets: Facets;
  /** The large heading at the top; the upcoming/past switch by default. */
  head?: ReactNode;
  children: ReactNode;
};

/** What the list, map and calendar share: search, filters, and links to the other views. */
export function EventsFrame({ filter, facets, head, children }: EventsFrameProps) {
  const isTurning = useNavigation().location?.pathname === paths.events();
  const [isFiltering, setFiltering] = useState(false);
  return (
    <>
      <div className="relative isolate">
        <div aria-hidden="true" className="scales absolute inset-0 -z-10" />
        <div className="measure grid gap-4 pt-6 pb-3 md:grid-cols-[1fr_minmax(18rem,26rem)] md:items-end md:gap-6 md:pt-16 md:pb-6">
          {head ?? <WhenSwitch filter={filter} />}
          <div className="flex gap-2">
            <EventsSearch filter={filter} />
            <FilterButton filter={filter} onOpen={() => setFiltering(true)} />
          </div>
        </div>
      </div>
      {isFiltering && <FilterSheet filter={filter} facets={facets} onClose={() => setFiltering(false)} />}
      {/* On a phone the filters are behind one button, so that the first poster is in sight; without scripts they stay. */}
      <div className="measure grid grid-cols-1 gap-1 pb-6 max-md:hidden noscript:grid">
        <EventFilters filter={filter} facets={facets} />
      </div>
      <div className="measure">
        <ViewSwitch filter={filter} />
      </div>
      <div
        aria-busy={isTurning}
        className={clsx("measure pt-5 transition-opacity duration-150 md:pt-8", isTurning && "opacity-50")}
      >
        {children}
      </div>
      <SubscribeLinks city={filter.city} />
    </>
  );
}

/** Subscribe to the events in a calendar or feed reader, which stays up to date by itself. */
function SubscribeLinks({ city }: { city: string | undefined }) {
  const { baseUrl } = useSite();
  const calendar = new URL(paths.feeds.calendar({ city }), baseUrl).href;
  return (
    <aside aria-label="Subscribe" className="measure pt-16">
      <div className="pinstripe flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line px-6 py-5">
        <p className="max-w-[48ch]">
          <span className="display block text-display-sm">Never miss a night</span>
          <span className="text-sm text-muted">
            {city ? `Events in ${city}` : "Every event"} in your own calendar, updated when plans change.
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <a href={calendar.replace(/^https?:/, "webcal:")} className={buttonStyle("outline")}>
            <CalendarSync className="size-5" /> Subscribe
          </a>
          <a href={calendar} download="" className={buttonStyle("quiet")}>
            .ics file
          </a>
          <a href={paths.feeds.news()} className={buttonStyle("quiet")}>
            <Rss className="size-5" /> RSS
          </a>
        </div>
      </div>
    </aside>
  );
}

/** Upcoming or past, as two large links. The other filters reset: last year's cities are not this year's. */
function WhenSwitch({ filter: { when, q, view } }: { filter: EventsFilter }) {
  return (
    <nav aria-label="Upcoming or past" className="flex gap-x-6 sm:gap-x-10">
      {[{ label: "Upcoming" }, { label: "Past", wanted: "past" }].map(({ label, wanted }) => (
        <Link
          key={label}
          to={paths.events({ when: wanted, q, view })}
          preventScrollReset
          aria-current={when === wanted ? "page" : undefined}
          className={clsx(
            "display flex min-h-11 items-end border-b-4 pb-1.5 text-display-lg transition-colors",
            when === wanted ? "border-gold text-ink" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
