import {
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  useRef,
} from "react";
import { FileGone } from "#web/lib/fetch-first.ts";
import { reportBrowserError } from "#web/lib/report-browser-error.ts";
import { Button } from "./button.tsx";
import { toast } from "./toast.ts";

type Load<Props> = () => Promise<ComponentType<Props>>;
type Frame<Props> = ComponentType<Props & { children: ReactNode }>;

/**
 * A part of a page that loads when it is first shown. If it fails, a notice takes its place and it loads again on
 * request or when the network is back: unlike with `lazy()`, a failure isn't final.
 *
 * @param what the start of a sentence: "The map"; null for an ornament, whose space stays empty until it loads
 * @param Around wraps the notice, for a part that brings its own frame
 */
export function lazyPart<Props extends object>(what: string | null, load: Load<Props>, Around?: Frame<Props>) {
  return retried(load, (props: Props, error, onAgain) => {
    const callout = <MissingPart what={what} error={error} onAgain={onAgain} />;
    return Around ? <Around {...props}>{callout}</Around> : callout;
  });
}

/** The same for what a press opens, with nothing in its place while it loads: a toast says that it didn't load, and the next press tries again. */
export function lazyDialog<Props extends object>(
  what: string,
  load: Load<Props>,
  close: (props: Props) => void = (props) => (props as { onClose: () => void }).onClose(),
) {
  const guarded = async () => {
    const [Loaded, { guardDialog }] = await Promise.all([load(), import("./guard-dialog.tsx")]);
    return guardDialog(Loaded, what, close);
  };
  const Part = retried(guarded, (props: Props, error, onAgain) => (
    <MissingDialog what={what} error={error} onAgain={onAgain} onClose={() => close(props)} />
  ));
  return (props: Props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}

type Stand<Props> = (props: Props, error: unknown, onAgain: () => Promise<void>) => ReactNode;

function retried<Props extends object>(load: Load<Props>, standIn: Stand<Props>) {
  let loaded: ComponentType<Props> | undefined;
  let failure: unknown;
  async function fetchPart() {
    try {
      return (loaded = await load());
    } catch (error) {
      if (!(error instanceof FileGone)) reportBrowserError(error);
      throw (failure = error);
    }
  }

  function Missing(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    if (Part) return <Part {...props} />;
    return standIn(props, failure, async () => {
      const part = await fetchPart();
      setPart(() => part);
    });
  }
  return lazy(async () => ({ default: await fetchPart().catch(() => Missing) })) as FunctionComponent<Props>;
}

type MissingDialogProps = { what: string; error: unknown; onAgain: () => Promise<void>; onClose: () => void };

function MissingDialog({ what, error, onAgain, onClose }: MissingDialogProps) {
  const tryOnce = useEffectEvent(async () => {
    try {
      await onAgain();
    } catch (latest) {
      toastMissing(what, latest ?? error);
      onClose();
    }
  });
  useEffect(() => void tryOnce(), []);
  return null;
}

const wasUpdated = "The site was updated since you opened this page. Reload to continue.";

/** Shows a toast that something didn't load. @param what the start of a sentence: "The menu" */
export function toastMissing(what: string, error: unknown): void {
  const isGone = error instanceof FileGone;
  toast({
    title: `${what} didn't load`,
    description: isGone ? wasUpdated : "Please check your internet connection and try again.",
    tone: "bad",
    ...(isGone
      ? { durationMs: 20_000, action: { label: "Reload page", onPress: () => window.location.reload() } }
      : {}),
  });
}

type MissingPartProps = {
  /** The start of a sentence: "The map". Null shows no notice: an ornament that nobody waits for. */
  what: string | null;
  error: unknown;
  /** Loads the part again and shows it. */
  onAgain: () => Promise<void>;
};

/** Shown where a part of the page didn't load; the rest works. It loads by itself when the network is back. */
function MissingPart({ what, error: first, onAgain }: MissingPartProps) {
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
          ? wasUpdated
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

/** Runs the work once the page has loaded and the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  let canceled = false;
  const run = () => {
    if (!canceled) work();
  };
  const plan = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 4000 }) : setTimeout(run, 1500);
  if (document.readyState === "complete") plan();
  else window.addEventListener("load", plan, { once: true });
  return () => {
    canceled = true;
  };
}
