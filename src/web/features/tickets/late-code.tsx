import { type ComponentType, lazy, memo, Suspense, useSyncExternalStore } from "react";
import { reportBrowserError } from "#web/lib/report-browser-error.ts";
import { createStore } from "#web/lib/store.ts";

type CodeProps = { code: string; label: string; className?: string };

/**
 * A QR code whose library comes after the page. Until it is there the code that the server drew stays, also if the library
 * can't be fetched: it is tried again when the network is back.
 */
export function lateCode(load: () => Promise<ComponentType<CodeProps>>) {
  const failing = createStore(false);

  async function loadAtLast(): Promise<{ default: ComponentType<CodeProps> }> {
    for (;;) {
      try {
        return { default: await load() };
      } catch (error) {
        reportBrowserError(error);
        failing.set(true);
        await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
      }
    }
  }
  const Code = lazy(loadAtLast);

  /** In a page that the server didn't draw. The door takes a typed code, too. */
  function Space() {
    const isFailing = useSyncExternalStore(failing.subscribe, failing.current, () => false);
    return (
      <span className="grid aspect-square w-full max-w-80 place-items-center p-8 text-center">
        {isFailing && "The QR code didn't load. Reload the page, or show the code below at the door."}
      </span>
    );
  }

  // React would drop what the server drew if the part around it was drawn again while this one waits.
  return memo((props: CodeProps) => (
    <Suspense fallback={<Space />}>
      <Code {...props} />
    </Suspense>
  ));
}
