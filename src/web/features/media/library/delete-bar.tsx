import { useState } from "react";
import type { LibraryPicture } from "#contract/media.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { picturesPath, useRefreshPictures } from "../queries.ts";
import { pictureName } from "./picture-wall.tsx";

export type DeleteBarProps = { pictures: LibraryPicture[]; onDone: () => void; onClear: () => void };

/** Actions for the selected images. */
export function DeleteBar({ pictures, onDone, onClear }: DeleteBarProps) {
  const [isOpen, setOpen] = useState(false);
  const count = pictures.length === 1 ? "1 image" : `${pictures.length} images`;
  return (
    <div className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-md border border-gold bg-raised p-3 shadow-lift max-lg:bottom-20">
      <p className="grow px-1 font-semibold" role="status">
        {count} selected
      </p>
      <Button variant="quiet" size="sm" onClick={onClear}>
        Clear
      </Button>
      <Button variant="danger" size="sm" onClick={() => setOpen(true)}>
        Delete
      </Button>
      {isOpen && <DeletePictures pictures={pictures} onClose={() => setOpen(false)} onDone={onDone} />}
    </div>
  );
}

type DeleteProps = { pictures: LibraryPicture[]; onClose: () => void; onDone: () => void };

/** Asks for confirmation, then deletes. */
export function DeletePictures({ pictures, onClose, onDone }: DeleteProps) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const refresh = useRefreshPictures();
  const only = pictures.length === 1 ? pictures[0] : undefined;

  async function remove() {
    setBusy(true);
    setRefusal(undefined);
    try {
      const body = { ids: pictures.map(({ id }) => id).slice(0, 100) };
      const { deleted, inUse } = await callJson<{ deleted: number[]; inUse: number[] }>(
        "POST",
        `${picturesPath}/delete`,
        { body },
      );
      const skipped = inUse.length > 0 ? `${inUse.length} not deleted: in use now.` : undefined;
      toast({ title: `${deleted.length} deleted`, tone: "good", ...(skipped ? { description: skipped } : {}) });
      onClose();
      onDone();
      await refresh(deleted);
    } catch (error) {
      setRefusal(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={only ? "Delete this image?" : `Delete ${pictures.length} images?`}
      description={`This permanently deletes ${only ? `“${pictureName(only)}” and its files` : "these images and their files"}. Nothing uses ${only ? "it" : "them"}.`}
    >
      <div className="grid gap-4">
        {refusal && <Callout tone="bad" title={refusal} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" loading={isBusy} onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
