import { useEffect, useEffectEvent, useRef, useState } from "react";
import { FileGone } from "#web/lib/fetch-first.ts";
import { Button } from "./button.tsx";

export type MissingPartProps = {
  /** The start of a sentence: "The map". Null shows no notice: an ornament that nobody waits for. */
  what: string | null;
  error: unknown;
  /** Loads the part again and shows it. */
  onAgain: () => Promise<void>;
};

/** Shown where a part of the page didn't load; the rest works. It loads by itself when the network is back. */
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
      // The button goes away with the notice, so move keyboard focus here.
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
      <p className="font-semibold">{what} didn't load</p>
      <p className="text-sm text-muted">
        {isGone
          ? "The site was updated since you opened this page. Reload to continue."
          : navigator.onLine
            ? "The rest of the page still works."
            : "You're offline. This will load when you're back online."}
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        {!isGone && (
          <Button variant="outline" size="sm" loading={isBusy} onClick={() => void tryAgain()}>
            Try again
          </Button>
        )}
        {mayReload && (
          <Button variant="outline" size="sm" onClick={() => window.location.reload()}>
            Reload page
          </Button>
        )}
      </p>
    </div>
  );
}
