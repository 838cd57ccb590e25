import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#web/lib/api.ts";
import { FormDialog } from "#web/ui/form-end.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { failureReason } from "../say-failed.ts";

type DeleteDialogProps = {
  what: "post" | "comment" | "photo";
  id: number;
  onDeleted: (queryClient: QueryClient) => void;
  onClose: () => void;
};

const costs = {
  post: "Its comments and photos go too. You can't undo this.",
  comment: "You can't undo this.",
  photo: "You can't undo this.",
};

const endpoints = {
  post: "DELETE /api/community/posts/{id}",
  comment: "DELETE /api/community/comments/{id}",
  photo: "DELETE /api/community/photos/{id}",
} as const;

/** Asks before something of one's own is gone for good. */
export function DeleteDialog({ what, id, onDeleted, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  const form = useZodForm({
    defaults: {},
    failureText: failureReason,
    submit: async () => {
      await callApi(endpoints[what], { params: { id } });
      onClose();
      onDeleted(queryClient);
      toast({ title: `Your ${what} is gone` });
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Delete this ${what}?`}
      description={costs[what]}
      action={`Delete ${what}`}
      danger
      cancel="Keep it"
      onClose={onClose}
    />
  );
}
