import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useNavigate } from "#web/lib/router.ts";
import { paths } from "#web/lib/paths.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { IconButton, Button } from "#web/ui/button.tsx";
import { TopSheet } from "#web/ui/drawer.tsx";
import {
  type Choice,
  recentGroup,
  resultGroups,
  step,
  minCharacters,
  type Place,
  placeGroups,
  searchQuery,
  staffSearchQuery,
  storeSearch,
  recentSearches,
} from "./choices.ts";
import { SearchList } from "./search-list.tsx";

/** Typing pauses this long before a request goes out: not every keystroke sends one. */
const pauseMs = 140;

/** What the visitor typed and what the search found. @param places in the admin area, its pages, settings and actions */
function useSearch(places: Place[] | undefined) {
  const [text, setText] = useState("");
  const [recent, setRecent] = useState(recentSearches);
  const typed = text.trim();
  const settledText = useSettled(typed, pauseMs);
  const query = useQuery(places ? staffSearchQuery(settledText) : searchQuery(settledText));
  const isAsking = typed.length >= minCharacters;
  const recents = !places && typed === "" && recent.length > 0 ? [recentGroup(recent)] : [];
  const found = isAsking && query.data && !query.isError ? resultGroups(query.data) : recents;
  const groups = places ? [...found, ...placeGroups(places, typed)] : found;
  const choices = groups.flatMap((group) => group.choices);
  const isSettled = settledText === typed && !query.isFetching;
  const onForget = recents.length > 0 ? () => setRecent([]) : undefined;
  const isStaff = places !== undefined;
  return { text, setText, typed, query, isAsking, groups, choices, isSettled, onForget, isStaff };
}

/** The message below the list: how to start, no results, or no connection. */
function SearchState({ typed, query, isAsking, isSettled, choices, isStaff }: ReturnType<typeof useSearch>) {
  const error = isAsking ? query.error : null;
  const found = choices.length;
  return (
    <div className="px-5 sm:px-7">
      <p role="status" className="sr-only">
        {isAsking && isSettled && !error && found > 0 ? `Results: ${found}` : ""}
      </p>
      {error && isSettled ? (
        <div role="alert" className="grid justify-items-start gap-3 py-8">
          <p className="display text-display-sm">{isOffline(error) ? "You're offline" : "Search isn't responding"}</p>
          <p className="text-muted">
            {isOffline(error)
              ? "Search needs a connection. Your tickets don't."
              : "Something went wrong on our side. Try again in a moment."}
          </p>
          <Button variant="outline" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        found === 0 &&
        (isAsking ? (
          <NothingFound words={typed} isSettled={isSettled} isStaff={isStaff} />
        ) : (
          <p className="py-8 text-muted">
            {isStaff ? "Type at least two characters." : "Search events by name, city, venue or artist."}
          </p>
        ))
      )}
      <p className="hidden gap-5 border-t border-line py-3 text-sm text-muted sm:flex">
        <span>
          <Key>↑</Key> <Key>↓</Key> to move
        </span>
        <span>
          <Key>Enter</Key> to open
        </span>
        <span>
          <Key>Esc</Key> to close
        </span>
      </p>
    </div>
  );
}

function NothingFound({ words, isSettled, isStaff }: { words: string; isSettled: boolean; isStaff: boolean }) {
  if (!isSettled) return <p className="animate-breathe py-8 text-muted">Searching…</p>;
  return (
    <div role="status" className="grid gap-2 py-8">
      <p className="display text-display-sm">No results for “{words}”</p>
      <p className="text-muted">
        {isStaff
          ? "Try the start of a name, a full email or an order number."
          : "Try a shorter word, a city or an artist."}
      </p>
    </div>
  );
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded-sm border border-edge px-1.5 font-text text-xs">{children}</kbd>;
}

/** A request without any response throws a TypeError; an error response has a status. */
const isOffline = (error: Error) => !navigator.onLine || error instanceof TypeError;

type SearchDialogProps = { open: boolean; places: Place[] | undefined; onClose: () => void };

/** Finds events, products and posts as the visitor types; in the admin area, everything that staff may open. */
export function SearchDialog({ open, places, onClose }: SearchDialogProps) {
  return (
    <TopSheet open={open} onClose={onClose} title={places ? "Search admin" : "Search"}>
      <SearchPanel places={places} onLeave={onClose} />
    </TopSheet>
  );
}

/** A combobox over a list of links: the text field keeps the focus, the arrow keys move through the list. */
function SearchPanel({ places, onLeave }: { places: Place[] | undefined; onLeave: () => void }) {
  const search = useSearch(places);
  const { text, typed, isAsking, groups, choices, isStaff } = search;
  const [active, setActive] = useState<string>();
  const navigate = useNavigate();

  function write(words: string) {
    search.setText(words);
    setActive(undefined);
  }

  function open(path: string) {
    // What staff search for is other people's names and addresses: no browser keeps it.
    if (typed && !isStaff) storeSearch(typed);
    onLeave();
    void navigate(path);
  }

  function choose(choice: Choice) {
    if (choice.kind !== "words") return open(choice.kind === "hit" ? choice.hit.path : choice.path);
    write(choice.words);
  }

  function enter() {
    const chosen = choices.find(({ id }) => id === active);
    if (chosen) return choose(chosen);
    if (isStaff) {
      const [first] = choices;
      if (isAsking && search.isSettled && first) choose(first);
    } else if (isAsking) open(paths.events({ q: typed }));
  }

  function press(e: KeyboardEvent) {
    // An input method uses these keys itself while composing.
    if (e.nativeEvent.isComposing) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => setActive(step(choices, active, 1)),
      ArrowUp: () => setActive(step(choices, active, -1)),
      Enter: enter,
    };
    const move = moves[e.key];
    if (!move) return;
    e.preventDefault();
    move();
  }

  return (
    <>
      <div className="flex items-center gap-2 border-b-[3px] border-gold py-3 pr-3 pl-5 sm:pl-7">
        <input
          type="text"
          role="combobox"
          aria-label={isStaff ? "Search admin" : "Search events, products and posts"}
          aria-expanded={choices.length > 0}
          aria-controls="search-list"
          aria-autocomplete="list"
          aria-activedescendant={active ? `search-${active}` : undefined}
          placeholder={isStaff ? "Customer, order, event, code" : "Event, artist or city"}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(e) => write(e.target.value)}
          onKeyDown={press}
          className="display min-h-14 min-w-0 flex-1 bg-transparent text-display-md placeholder:text-muted focus:outline-none"
        />
        <IconButton label="Close" Icon={X} onClick={onLeave} />
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)]">
        <SearchList
          groups={groups}
          active={active}
          isPale={isAsking && !search.isSettled}
          onPoint={setActive}
          onTake={choose}
          onForget={search.onForget}
        />
        <SearchState {...search} />
      </div>
    </>
  );
}
