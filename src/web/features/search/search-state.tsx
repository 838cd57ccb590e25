import { Button } from "#web/ui/button.tsx";

export type SearchStateProps = {
  words: string;
  isAsking: boolean;
  isSettled: boolean;
  found: number;
  error: Error | null;
  onRetry: () => void;
};

/** What there is to say about the list: how to start, that nothing was found, that the line is down. */
export function SearchState({ words, isAsking, isSettled, found, error, onRetry }: SearchStateProps) {
  return (
    <div className="px-5 sm:px-7">
      <p role="status" className="sr-only">
        {isAsking && isSettled && !error && found > 0 ? `${found} found` : ""}
      </p>
      {error && isSettled ? (
        <div role="alert" className="grid justify-items-start gap-3 py-8">
          <p className="display text-display-sm">{isOffline(error) ? "You are offline" : "Search does not answer"}</p>
          <p className="text-muted">
            {isOffline(error)
              ? "The search needs a connection. Your tickets do not."
              : "That is on our side. It may work again in a moment."}
          </p>
          <Button variant="outline" onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : (
        <Quiet words={words} isAsking={isAsking} isSettled={isSettled} found={found} />
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

function Quiet({
  words,
  isAsking,
  isSettled,
  found,
}: Pick<SearchStateProps, "words" | "isAsking" | "isSettled" | "found">) {
  if (found > 0) return null;
  if (!isAsking)
    return <p className="py-8 text-muted">Names, cities, venues, acts: everything on our nights can be found.</p>;
  if (!isSettled) return <p className="animate-breathe py-8 text-muted">Looking…</p>;
  return (
    <div role="status" className="grid gap-2 py-8">
      <p className="display text-display-sm">Nothing for “{words}”</p>
      <p className="text-muted">Try a shorter word, a city, or the name of an act.</p>
    </div>
  );
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded-sm border border-edge px-1.5 font-text text-xs">{children}</kbd>;
}

/** A request that got no answer at all is a TypeError; a refusal has a status. */
const isOffline = (error: Error) => !navigator.onLine || error instanceof TypeError;
