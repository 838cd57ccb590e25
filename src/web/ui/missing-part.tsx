import { useEffect, useEffectEvent, useRef, useState } from "react";
import { FileGone } from "#web/lib/fetch-first.ts";
import { Button } from "./button.tsx";

export type MissingPartProps = {
  /** As a sentence begins: "The map". Nothing is said where it is null: an ornament that nobody waits for. */
  what: string | null;
  error: unknown;
  /** Fetches again and shows what came. */
  onAgain: () => Promise<void>;
};

/** Stands where a part of the page could not be fetched; the rest goes on. It comes by itself when the network is back. */
export function MissingPart({ what, error: first, onAgain }: MissingPartProps) {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown; again: boolean }>({ error: first, again: false });
  const box = useRef<HTMLDivElement>(null);

  async function tryAgain() {
    if (isBusy) return;
    setBusy(true);
    const place = box.current?.contains(document.activeElement) ? box.current.parentElement : null;
    try {
      await onAgain();
      // The button goes away with the notice: whoever goes by keys goes on from here.
      place?.setAttribute("tabindex", "-1");
      place?.focus({ preventScroll: true });
    } catch (error) {
      setFailed({ error, again: true });
      setBusy(false);
    }
  }
  const onOnline = useEffectEvent(() => void tryAgain());
  useEffect(() => {
    const retry = () => onOnline();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, []);

  if (what === null) return null;
  const isGone = failed.error instanceof FileGone;
  const mayReload = isGone || (failed.again && navigator.onLine);
  return (
    <div
      ref={box}
      role="alert"
      className="grid h-fit min-w-0 justify-items-start gap-1 rounded-md border border-line bg-panel p-4"
    >
      <p className="font-semibold">{what} could not be loaded</p>
      <p className="text-sm text-muted">
        {isGone
          ? "The site was renewed since you opened it. Reload the page to go on."
          : navigator.onLine
            ? "The rest of the page works."
            : "There is no network. It comes by itself when the network is back."}
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        {!isGone && (
          <Button variant="outline" size="sm" loading={isBusy} onClick={() => void tryAgain()}>
            Try again
          </Button>
        )}
        {mayReload && (
          <Button variant="outline" size="sm" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        )}
      </p>
    </div>
  );
}
