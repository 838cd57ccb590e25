import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { useSearchParams } from "#web/lib/router.ts";
import { mailedLinkIn } from "./mailed-link.ts";

const RemindForm = lazyPart("The reminder form", async () => (await import("./remind-form.tsx")).RemindForm);

/** Offers one email when tickets go on sale. Starts as one button; the form loads when it is pressed. */
export function RemindMe({ eventId }: { eventId: number }) {
  const [isOpen, setOpen] = useState(false);
  const offer = (isLoading: boolean) => (
    <Button variant="outline" loading={isLoading} className="min-w-0 whitespace-normal!" onClick={() => setOpen(true)}>
      <Bell className="size-4" /> Remind me when sales open
    </Button>
  );
  return (
    <div className="grid border-t border-line py-4">
      {isOpen ? (
        <Suspense fallback={offer(true)}>
          <RemindForm eventId={eventId} />
        </Suspense>
      ) : (
        offer(false)
      )}
    </div>
  );
}

const EventSignupAnswer = lazyPart("Your reminder", async () => (await import("./link-answer.tsx")).EventSignupAnswer);

/** On an event's page: the target of the links that we email to people waiting for its tickets. */
export function EventSignupLink() {
  const [search] = useSearchParams();
  const link = mailedLinkIn(search);
  // The link is for another list on this page, which answers it.
  if (search.has("list")) return null;
  if (!link && !search.has("left")) return null;
  return (
    <Suspense>
      <EventSignupAnswer link={link} />
    </Suspense>
  );
}
