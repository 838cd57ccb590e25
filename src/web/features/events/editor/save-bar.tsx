import { counted } from "#web/admin-kit/figures.tsx";
import { Check, Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { useEventEditor } from "./form/form-context.tsx";

const PublishDialog = lazyDialog(
  "The publishing form",
  async () => (await import("./dialogs/publish-dialog.tsx")).PublishDialog,
);

/** Always shows what is saved and what is not, with save, undo and publish. */
export function SaveBar({ onPublished }: { onPublished: () => void }) {
  const { event, dirty, fieldErrors, isSaving, save, undo } = useEventEditor();
  const [isPublishing, setPublishing] = useState(false);
  const isDraft = event.visibility === "draft";
  const count = Object.keys(fieldErrors).length;
  const isDirty = dirty.length > 0;

  /** What was typed counts only once it is saved. If it can't be, the bar and the fields say why. */
  async function openPublishing() {
    if (await save()) setPublishing(true);
  }

  return (
    <div
      data-bar="save"
      className="sticky top-(--head) z-20 flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised/95 px-3 py-2 shadow-lift backdrop-blur"
    >
      <p role="status" className="mr-auto flex min-w-0 items-center gap-2 text-sm">
        {isSaving ? (
          "Saving…"
        ) : count > 0 ? (
          <span className="text-hibiscus">{counted(count, "issue")} to fix</span>
        ) : isDirty ? (
          <span className="text-mango">
            {isDraft && event.publishAt === null ? "Autosaves in a moment" : "Unsaved changes"}
          </span>
        ) : (
          <span className="flex items-center gap-1.5 text-muted">
            <Check className="size-4 text-sea" /> All changes saved
          </span>
        )}
      </p>
      <Button variant="quiet" size="sm" disabled={!undo} onClick={() => undo?.()}>
        <Undo2 className="size-4.5" />
        <span className="max-sm:sr-only">Undo</span>
      </Button>
      <Button
        variant={isDraft ? "outline" : "gold"}
        size="sm"
        loading={isSaving}
        disabled={!isDirty || count > 0}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={() => void save()}
      >
        Save
      </Button>
      {isDraft && event.status === "on" && (
        <Button size="sm" onClick={() => void openPublishing()}>
          {event.publishAt === null ? "Publish" : "Edit schedule"}
        </Button>
      )}
      {isPublishing && <PublishDialog onClose={() => setPublishing(false)} onPublished={onPublished} />}
    </div>
  );
}
