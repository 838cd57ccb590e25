import {
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { FileGone } from "#web/lib/fetch-first.ts";
import { reportBrowserError } from "#web/lib/report-browser-error.ts";
import { MissingPart } from "./missing-part.tsx";
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
  const Part = retried(load, (props: Props, error, onAgain) => (
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

/** Shows a toast that something didn't load. @param what the start of a sentence: "The menu" */
export function toastMissing(what: string, error: unknown): void {
  const isGone = error instanceof FileGone;
  toast({
    title: `${what} didn't load`,
    description: isGone
      ? "The site was updated since you opened this page. Reload to continue."
      : "Please check your internet connection and try again.",
    tone: "bad",
    ...(isGone
      ? { durationMs: 20_000, action: { label: "Reload page", onPress: () => window.location.reload() } }
      : {}),
  });
}
