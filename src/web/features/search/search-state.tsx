import { Button } from "#web/ui/button.tsx";

export type SearchStateProps = {
  words: string;
  isAsking: boolean;
  isSettled: boolean;
  found: number;
  error: Error | null;
  onRetry: () => void;
};

/** The message below the list: how to start, no results, or no connection. */
export function SearchState({ words, isAsking, isSettled, found, error, onRetry }: SearchStateProps) {
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
