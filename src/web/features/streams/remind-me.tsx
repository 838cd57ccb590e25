import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const RemindForm = lazyPart("The reminder form", async () => (await import("./remind-form.tsx")).RemindForm);

/** Offers one email when a stream is live. Starts as one button; the form loads when it is pressed. */
export function RemindMe({ streamId }: { streamId: number }) {
  const [isOpen, setOpen] = useState(false);
  const offer = (isLoading: boolean) => (
    <Button size="lg" loading={isLoading} className="justify-self-start" onClick={() => setOpen(true)}>
      <Bell className="size-5" /> Remind me
    </Button>
  );
  if (!isOpen) return offer(false);
  return (
    <Suspense fallback={offer(true)}>
      <RemindForm streamId={streamId} />
    </Suspense>
  );
}
