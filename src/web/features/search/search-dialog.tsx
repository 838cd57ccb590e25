import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TopSheet } from "#web/ui/drawer.tsx";
import { type Choice, recentGroup, resultGroups, step } from "./choices.ts";
import { minCharacters, searchQuery } from "./queries.ts";
import { keepSearch, recentSearches } from "./recent.ts";
import { SearchList } from "./search-list.tsx";
import { Button } from "#web/ui/button.tsx";

type SearchStateProps = {
  words: string;
  isAsking: boolean;
  isSettled: boolean;
  found: number;
  error: Error | null;
  onRetry: () => void;
};

/** The message below the list: how to start, no results, or no connection. */
function SearchState({ words, isAsking, isSettled, found, error, onRetry }: SearchStateProps) {
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
          <Button variant="outline" onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : (
        found === 0 && <Quiet words={words} isAsking={isAsking} isSettled={isSettled} />
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

function Quiet({ words, isAsking, isSettled }: Pick<SearchStateProps, "words" | "isAsking" | "isSettled">) {
  if (!isAsking) return <p className="py-8 text-muted">Search events by name, city, venue or artist.</p>;
  if (!isSettled) return <p className="animate-breathe py-8 text-muted">Searching…</p>;
  return (
    <div role="status" className="grid gap-2 py-8">
      <p className="display text-display-sm">No results for “{words}”</p>
      <p className="text-muted">Try a shorter word, a city or an artist.</p>
    </div>
  );
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded-sm border border-edge px-1.5 font-text text-xs">{children}</kbd>;
}

/** A request without any response throws a TypeError; an error response has a status. */
const isOffline = (error: Error) => !navigator.onLine || error instanceof TypeError;

/** Typing pauses this long before a request goes out: not every keystroke sends one. */
const pauseMs = 140;

export type SearchDialogProps = { open: boolean; onClose: () => void };

/** Finds events, products and posts as the visitor types. */
export function SearchDialog({ open, onClose }: SearchDialogProps) {
  return (
    <TopSheet open={open} onClose={onClose} title="Search">
      <SearchPanel onLeave={onClose} />
    </TopSheet>
  );
}

/** A combobox over a list of links: the text field keeps the focus, the arrow keys move through the list. */
function SearchPanel({ onLeave }: { onLeave: () => void }) {
  const [text, setText] = useState("");
  const [active, setActive] = useState<string>();
  const [recent, setRecent] = useState(recentSearches);
  const navigate = useNavigate();
  const typed = text.trim();
  const asked = useSettled(typed, pauseMs);
  const query = useQuery(searchQuery(asked));

  const isAsking = typed.length >= minCharacters;
  const recents = typed === "" && recent.length > 0 ? [recentGroup(recent)] : [];
  const groups = isAsking && query.data && !query.isError ? resultGroups(query.data) : recents;
  const choices = groups.flatMap((group) => group.choices);
  const isSettled = asked === typed && !query.isFetching;

  function open(path: string) {
    if (typed) keepSearch(typed);
    onLeave();
    void navigate(path);
  }

  function take(choice: Choice) {
    if (choice.kind !== "words") return open(choice.kind === "hit" ? choice.hit.path : choice.path);
    setText(choice.words);
    setActive(undefined);
  }

  function enter() {
    const chosen = choices.find(({ id }) => id === active);
    if (chosen) return take(chosen);
    if (isAsking) open(paths.events({ q: typed }));
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
          aria-label="Search events, products and posts"
          aria-expanded={choices.length > 0}
          aria-controls="search-list"
          aria-autocomplete="list"
          aria-activedescendant={active ? `search-${active}` : undefined}
          placeholder="Event, artist or city"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(e) => {
            setText(e.target.value);
            setActive(undefined);
          }}
          onKeyDown={press}
          className="display min-h-14 min-w-0 flex-1 bg-transparent text-display-md placeholder:text-muted focus:outline-none"
        />
        <button type="button" aria-label="Close" className={buttonStyle("quiet", "icon")} onClick={onLeave}>
          <X className="size-5" />
        </button>
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)]">
        <SearchList
          groups={groups}
          active={active}
          isPale={isAsking && !isSettled}
          onPoint={setActive}
          onTake={take}
          onForget={recents.length > 0 ? () => setRecent([]) : undefined}
        />
        <SearchState
          words={typed}
          isAsking={isAsking}
          isSettled={isSettled}
          found={choices.length}
          error={isAsking ? query.error : null}
          onRetry={() => void query.refetch()}
        />
      </div>
    </>
  );
}
