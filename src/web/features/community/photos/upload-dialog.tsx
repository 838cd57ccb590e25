import { useQueryClient } from "@tanstack/react-query";
import type { PostEvent } from "#contract/community/community.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { WallUpload } from "../composer/new-post.tsx";
import { wallQuery } from "../queries.ts";

/** Sends photos to an event's wall. */
export function UploadDialog({ event, onClose }: { event: PostEvent; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <Dialog
      title="Add your photos"
      description={`From ${event.title}. A moderator looks at them before they're on the wall.`}
      roomy
      onClose={onClose}
    >
      <WallUpload
        event={event}
        onDone={() => {
          onClose();
          void queryClient.invalidateQueries({ queryKey: wallQuery(event.id).queryKey });
        }}
      />
    </Dialog>
  );
}
