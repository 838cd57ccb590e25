import { Eye, X } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Checklist } from "../checklist.tsx";
import { useNight } from "../form/form-context.ts";
import { gapsOf } from "../gaps-of.ts";
import { useWideScreen } from "./use-wide-screen.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const NightPreview = lazyPart("The preview", async () => (await import("./night-preview.tsx")).NightPreview);

/** Beside the form: what the night lacks, and its page as a phone shows it. On a small screen both open by a press. */
export function PreviewColumn() {
  const { night, form } = useNight();
  const [isOpen, setOpen] = useState(false);
  const isWide = useWideScreen();
  const gaps = gapsOf(night, form);
  const list = gaps.length > 0 && (
    <details
      open={gaps.some(({ weight }) => weight === "needed")}
      className="rounded-md border border-line bg-panel px-4 py-3"
    >
      <summary className="font-semibold">
        {gaps.some(({ weight }) => weight === "needed") ? "Before it can be published" : "Worth adding"}
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
          <NightPreview className="h-[min(46rem,calc(100dvh-17rem))]" />
        </Suspense>
      </aside>
    );
  }
  return (
    <div className="grid gap-4 max-xl:order-first">
      {list}
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        <Eye aria-hidden="true" className="size-4.5" /> See the page
      </Button>
      {isOpen && (
        <Dialog open onOpenChange={setOpen} title="The page">
          <Suspense fallback={null}>
            <NightPreview className="h-[70dvh]" />
          </Suspense>
          <Button variant="quiet" size="sm" className="mt-3" onClick={() => setOpen(false)}>
            <X aria-hidden="true" className="size-4.5" /> Back to the form
          </Button>
        </Dialog>
      )}
    </div>
  );
}
