import { useState } from "react";
import { useNavigate } from "react-router";
import type { EditedEvent } from "#contract/event-editing.ts";
import { useAttempt } from "#web/features/admin/use-attempt.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { useEventEditor } from "../form/form-context.ts";
import { editedEventPath } from "../queries.ts";

const descriptions = {
  published: "Everyone can find it on the site.",
  unlisted: "Only people with the link can find it and buy tickets.",
  draft: "Only staff can see it.",
};

/** Who can see the event now, and the buttons that change it. */
export function VisibilityActions() {
  const { event, adopt } = useEventEditor();
  const { busy, failure, attempt } = useAttempt<EditedEvent["visibility"]>();
  const [isDeleting, setDeleting] = useState(false);
  const isSold = event.sold + event.held > 0;

  const set = (visibility: EditedEvent["visibility"], title: string) =>
    attempt(visibility, async () => {
      adopt(await callJson<EditedEvent>("POST", `${editedEventPath(event.id)}/visibility`, { body: { visibility } }));
      toast({ title, tone: "good" });
    });

  return (
    <div className="grid gap-3">
      <p>{descriptions[event.visibility]}</p>
      {isSold && event.visibility !== "draft" && (
        <p className="text-sm text-muted">
          Tickets are sold or on hold, so this event can be unlisted but not unpublished.{" "}
          {event.status !== "canceled" && "To call it off, cancel it."}
        </p>
      )}
      {failure && <Callout tone="bad" title={failure} />}
      <div className="flex flex-wrap gap-2">
        {event.visibility === "unlisted" && (
          <Button size="sm" loading={busy === "published"} onClick={() => void set("published", "Published")}>
            Publish
          </Button>
        )}
        {event.visibility === "published" && (
          <Button
            size="sm"
            variant="outline"
            loading={busy === "unlisted"}
            onClick={() => void set("unlisted", "Unlisted")}
          >
            Make unlisted
          </Button>
        )}
        {event.visibility !== "draft" && !isSold && (
          <Button
            size="sm"
            variant="outline"
            loading={busy === "draft"}
            onClick={() => void set("draft", "Unpublished")}
          >
            Unpublish
          </Button>
        )}
        {event.visibility === "draft" && (
          <Button size="sm" variant="danger" onClick={() => setDeleting(true)}>
            Delete draft
          </Button>
        )}
      </div>
      {isDeleting && <DeleteDialog event={event} onClose={() => setDeleting(false)} />}
    </div>
  );
}

function DeleteDialog({ event, onClose }: { event: EditedEvent; onClose: () => void }) {
  const navigate = useNavigate();
  const { busy, failure, attempt } = useAttempt();

  async function remove() {
    await callJson("DELETE", editedEventPath(event.id));
    toast({ title: `${event.title} deleted` });
    await navigate(withQuery("/admin", { section: "events" }), { replace: true });
  }

  return (
    <Dialog
      onClose={onClose}
      title="Delete draft?"
      description={`This permanently deletes ${event.title}, its text and ticket types. Images stay in the library.`}
    >
      {failure && <Callout tone="bad" title={failure} className="mb-4" />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" loading={busy !== undefined} onClick={() => void attempt("delete", remove)}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
