import { useState } from "react";
import type { LibraryPicture } from "#contract/media.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { picturesPath } from "../queries.ts";
import { useRefreshPictures } from "../use-refresh-pictures.ts";
import { pictureName } from "./picture-tile.tsx";

export type DeleteBarProps = { pictures: LibraryPicture[]; onDone: () => void; onClear: () => void };

/** What can be done with the chosen pictures. */
export function DeleteBar({ pictures, onDone, onClear }: DeleteBarProps) {
  const [isOpen, setOpen] = useState(false);
  const count = pictures.length === 1 ? "1 picture" : `${pictures.length} pictures`;
  return (
    <div className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-md border border-gold bg-raised p-3 shadow-lift max-lg:bottom-20">
      <p className="grow px-1 font-semibold" role="status">
        {count} chosen
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

/** Asks once more, and deletes. */
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
      const kept = inUse.length > 0 ? `${inUse.length} stayed: in use by now.` : undefined;
      toast({ title: `${deleted.length} Deleted`, tone: "good", ...(kept ? { description: kept } : {}) });
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
      title={only ? "Delete this picture?" : `Delete ${pictures.length} pictures?`}
      description={`${only ? `“${pictureName(only)}” and its files are` : "They and their files are"} gone for good. Nothing uses ${only ? "it" : "them"}.`}
    >
      <div className="grid gap-4">
        {refusal && <Notice tone="bad" title={refusal} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" loading={isBusy} onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
