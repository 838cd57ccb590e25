import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { ContentKind, ModerationAction } from "#contract/community/safety.ts";
import { callApi } from "#web/lib/api.ts";
import { contentNames } from "../labels.ts";
import { ReasonedDialog } from "./reasoned-dialog.tsx";
import { showSuccess } from "./undo.ts";

type HideDialogProps = {
  kind: ContentKind;
  id: number;
  onHidden: (queryClient: QueryClient, action: ModerationAction) => void;
  onClose: () => void;
};

/** Hides something where it is, with a reason for its author. */
export function HideDialog({ kind, id, onHidden, onClose }: HideDialogProps) {
  const queryClient = useQueryClient();
  return (
    <ReasonedDialog
      title={`Hide this ${contentNames[kind]}`}
      action="Hide"
      onClose={onClose}
      submit={async (reason) => {
        const body = { isHidden: true, reason };
        const action = await callApi("POST /api/community/content/{kind}/{id}", { params: { kind, id }, body });
        onHidden(queryClient, action);
        showSuccess(queryClient, "Hidden. Its author was told why.", action);
      }}
    />
  );
}
