import { useState } from "react";
import type { LibraryPicture } from "#contract/media.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { useRefreshPictures } from "../queries.ts";
import { pictureName } from "./picture-wall.tsx";

type DeleteProps = { pictures: LibraryPicture[]; onClose: () => void; onDone: () => void };

/** Actions for the selected images. */
export function DeleteBar({ pictures, onDone, onClose }: DeleteProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-md border border-gold bg-raised p-3 shadow-lift max-lg:bottom-20">
      <p className="grow px-1 font-semibold" role="status">
        {pictures.length === 1 ? "1 image" : `${pictures.length} images`} selected
      </p>
      <Button variant="quiet" size="sm" onClick={onClose}>
        Clear
      </Button>
      <Button variant="danger" size="sm" onClick={() => setOpen(true)}>
        Delete
      </Button>
      {isOpen && <DeletePictures pictures={pictures} onClose={() => setOpen(false)} onDone={onDone} />}
    </div>
  );
}

/** Asks for confirmation, then deletes. */
export function DeletePictures({ pictures, onClose, onDone }: DeleteProps) {
  const refresh = useRefreshPictures();
  const only = pictures.length === 1 ? pictures[0] : undefined;
  const form = useZodForm({
    failureText,
    submit: async () => {
      const body = { ids: pictures.map(({ id }) => id).slice(0, 100) };
      const { deleted, inUse } = await callApi("POST /api/admin/pictures/delete", { body });
      toast({
        title: `${deleted.length} deleted`,
        tone: "good",
        ...(inUse.length > 0 && { description: `${inUse.length} not deleted: in use now.` }),
      });
      onClose();
      onDone();
      await refresh(deleted);
    },
  });

  return (
    <FormDialog
      form={form}
      title={only ? "Delete this image?" : `Delete ${pictures.length} images?`}
      description={`This permanently deletes ${only ? `“${pictureName(only)}” and its files` : "these images and their files"}. Nothing uses ${only ? "it" : "them"}.`}
      action="Delete"
      danger
      onClose={onClose}
    />
  );
}
