import { useState } from "react";
import { useNavigate } from "react-router";
import type { EditedEvent } from "#contract/event-editing.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { useNight } from "../form/form-context.ts";

const told = {
  published: "Everybody finds it on the site.",
  unlisted: "Only whoever has the link finds it. It is on sale all the same.",
  draft: "Only staff see it.",
};

/** Who sees the night now, and the ways to change that. */
export function VisibilityActions() {
  const { night, adopt } = useNight();
  const [busy, setBusy] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const isSold = night.sold + night.held > 0;

  async function set(visibility: EditedEvent["visibility"], title: string) {
    setBusy(visibility);
    setRefusal(undefined);
    try {
      adopt(await callJson<EditedEvent>("POST", `/api/admin/events/${night.id}/visibility`, { body: { visibility } }));
      toast({ title, tone: "good" });
    } catch (error) {
      setRefusal(failureText(error));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <div className="grid gap-3">
      <p>{told[night.visibility]}</p>
      {isSold && night.visibility !== "draft" && (
        <p className="text-sm text-muted">
          Tickets were sold: it can be shown by its link only, but not taken off the site.{" "}
          {night.state !== "cancelled" && "To end it, cancel it."}
        </p>
      )}
      {refusal && <Notice tone="bad" title={refusal} />}
      <div className="flex flex-wrap gap-2">
        {night.visibility === "unlisted" && (
          <Button size="sm" loading={busy === "published"} onClick={() => void set("published", "Published")}>
            Show to everybody
          </Button>
        )}
        {night.visibility === "published" && (
          <Button
            size="sm"
            variant="outline"
            loading={busy === "unlisted"}
            onClick={() => void set("unlisted", "By its link only")}
          >
            Show by link only
          </Button>
        )}
        {night.visibility !== "draft" && !isSold && (
          <Button
            size="sm"
            variant="outline"
            loading={busy === "draft"}
            onClick={() => void set("draft", "Taken off the site")}
          >
            Take off the site
          </Button>
        )}
        {night.visibility === "draft" && (
          <Button size="sm" variant="danger" onClick={() => setDeleting(true)}>
            Delete the draft
          </Button>
        )}
      </div>
      {isDeleting && <DeleteDialog night={night} onClose={() => setDeleting(false)} />}
    </div>
  );
}

function DeleteDialog({ night, onClose }: { night: EditedEvent; onClose: () => void }) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  async function remove() {
    setBusy(true);
    try {
      await callJson("DELETE", `/api/admin/events/${night.id}`);
      toast({ title: `${night.title} is gone` });
      void navigate(withQuery("/admin", { section: "events" }), { replace: true });
    } catch (error) {
      setRefusal(failureText(error));
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete the draft?"
      description={`${night.title}, its texts and its ticket types go for good. Pictures stay in the library.`}
    >
      {refusal && <Notice tone="bad" title={refusal} className="mb-4" />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Keep it
        </Button>
        <Button variant="danger" loading={isBusy} onClick={() => void remove()}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
