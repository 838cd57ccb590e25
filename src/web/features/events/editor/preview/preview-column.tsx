import { Eye, X } from "lucide-react";
import { Suspense, useState, useSyncExternalStore } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Checklist, useGaps } from "../checklist.tsx";
import { useEventEditor } from "../form/form-context.tsx";

const query = "(min-width: 80rem)";

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** True where the preview fits beside the form; false in server-rendered HTML. */
const useWideScreen = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );

const EventPreview = lazyPart("The preview", async () => (await import("./event-preview.tsx")).EventPreview);

/** Beside the form: what the event lacks, and its page as a phone shows it. Small screens open both by a press. */
export function PreviewColumn() {
  const { event } = useEventEditor();
  const [isOpen, setOpen] = useState(false);
  const isWide = useWideScreen();
  const gaps = useGaps();
  const isMissing = gaps.some(({ weight }) => weight === "needed");
  const todo = event.visibility === "draft" ? "Before you publish" : "Missing on the event page";
  const list = gaps.length > 0 && (
    <details open={isMissing} className="rounded-md border border-line bg-panel px-4 py-3">
      <summary className="font-semibold">
        {isMissing ? todo : "Recommended"}
        <span className="text-muted"> · {gaps.length}</span>
      </summary>
      <div className="mt-2">
        <Checklist gaps={gaps} />
      </div>
    </details>
  );
  if (isWide) {
    return (
      <aside aria-label="Preview" className="sticky top-34 grid gap-4">
        {list}
        <Suspense fallback={null}>
          <EventPreview className="h-[min(46rem,calc(100dvh-17rem))]" />
        </Suspense>
      </aside>
    );
  }
  return (
    <div className="grid gap-4 max-xl:order-first">
      {list}
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        <Eye className="size-4.5" /> Preview
      </Button>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title="Preview">
          <Suspense fallback={null}>
            <EventPreview className="h-[70dvh]" />
          </Suspense>
          <Button variant="quiet" size="sm" className="mt-3" onClick={() => setOpen(false)}>
            <X className="size-4.5" /> Back to editing
          </Button>
        </Dialog>
      )}
    </div>
  );
}
