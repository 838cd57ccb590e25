import {
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { FileGone } from "#web/lib/fetch-first.ts";
import { reportFault } from "#web/lib/report-fault.ts";
import { MissingPart } from "./missing-part.tsx";
import { toast } from "./toast.ts";

type Load<Props> = () => Promise<ComponentType<Props>>;
type Frame<Props> = ComponentType<Props & { children: ReactNode }>;

/**
 * A part of a page that is fetched when it is first shown. Where it cannot be fetched, its place says so, and it comes
 * when it is asked for again or the network is back: unlike with `lazy()`, a failure is not kept.
 *
 * @param what as a sentence begins: "The map"; null for an ornament, whose place stays empty until it comes
 * @param Around what stands around the notice, where the part brings its own frame
 */
export function lazyPart<Props extends object>(what: string | null, load: Load<Props>, Around?: Frame<Props>) {
  return retried(load, (props: Props, error, onAgain) => {
    const notice = <MissingPart what={what} error={error} onAgain={onAgain} />;
    return Around ? <Around {...props}>{notice}</Around> : notice;
  });
}

/** The same for what a press opens: a toast says that it could not be fetched, and the next press tries again. */
export function lazyDialog<Props extends object>(
  what: string,
  load: Load<Props>,
  close: (props: Props) => void = (props) => (props as { onClose: () => void }).onClose(),
) {
  return retried(load, (props: Props, error, onAgain) => (
    <MissingDialog what={what} error={error} onAgain={onAgain} onClose={() => close(props)} />
  ));
}

type Stand<Props> = (props: Props, error: unknown, onAgain: () => Promise<void>) => ReactNode;

function retried<Props extends object>(load: Load<Props>, standIn: Stand<Props>) {
  let loaded: ComponentType<Props> | undefined;
  let failure: unknown;
  async function fetchPart() {
    try {
      return (loaded = await load());
    } catch (error) {
      if (!(error instanceof FileGone)) reportFault(error);
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
      tellMissing(what, latest ?? error);
      onClose();
    }
  });
  useEffect(() => void tryOnce(), []);
  return null;
}

/** Says in passing that what was asked for could not be fetched. @param what as a sentence begins: "The menu" */
export function tellMissing(what: string, error: unknown): void {
  const isGone = error instanceof FileGone;
  toast({
    title: `${what} could not be loaded`,
    description: isGone
      ? "The site was renewed since you opened it. Reload the page to go on."
      : "Please check your internet connection and try again.",
    tone: "bad",
    ...(isGone
      ? { durationMs: 20_000, action: { label: "Reload the page", onPress: () => window.location.reload() } }
      : {}),
  });
}
