import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Input } from "#web/ui/input.tsx";

const settleMs = 300;

/** Searches as the visitor types; works as a plain form before scripts load. */
export function EventsSearch({ filter }: { filter: EventsFilter }) {
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
      className="relative"
    >
      <label htmlFor="events-q" className="sr-only">
        Search events
      </label>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted"
      />
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
        className="pr-12 pl-12 [&::-webkit-search-cancel-button]:appearance-none"
      />
      {Object.entries({ when, city, category, from, to, view, month }).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {text && (
        <Link
          to={paths.events({ ...filter, q: undefined, page: undefined })}
          replace
          preventScrollReset
          aria-label="Clear search"
          onClick={() => setText("")}
          className={buttonStyle("quiet", "icon", "absolute! top-0.5 right-0.5")}
        >
          <X aria-hidden="true" className="size-5" />
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
