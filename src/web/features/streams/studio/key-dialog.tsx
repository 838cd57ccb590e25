import { useState } from "react";
import { createStreamKey } from "#contract/streams/admin.ts";
import type { ReplyOf } from "#contract/calls.ts";
import { TextField } from "#web/ui/field.tsx";
import { failureText, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { CopyLine, EncoderSettings } from "./encoder-settings.tsx";

/** Creates a host's key and shows it: nobody can read it again. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<ReplyOf<"POST /api/admin/stream-keys">>();
  const write = useAdminWrite();
  const form = useZodForm<{ name: string; hostEmail: string }, { name: string; hostEmail?: string }>({
    schema: createStreamKey.body,
    bodyOf: ({ name, hostEmail }) => ({ name, ...(hostEmail.trim() && { hostEmail }) }),
    defaults: { name: "", hostEmail: "" },
    messages: { name: "Enter a name, such as the host's", hostEmail: "Enter an email like name@example.com" },
    failureText,
    submit: async (body) => setCreated(await write("POST /api/admin/stream-keys", { body })),
  });
  if (created) {
    return (
      <Dialog title={`Key for ${created.name}`} onClose={onClose} roomy>
        <div className="grid gap-5">
          <Callout tone="soon" title="Copy the key now">
            We show it only this once. If it's lost, revoke it and create another one.
          </Callout>
          <CopyLine label="Stream key" text={created.key} />
          <EncoderSettings url={created.url} />
          <DialogFoot>
            <Button onClick={onClose}>Done</Button>
          </DialogFoot>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New stream key"
      description="The host's encoder sends video with it."
      action="Create key"
    >
      <TextField
        label="Name"
        hint="Who streams with it: DJ Kezia, main room"
        required
        {...form.field("name")}
        maxLength={60}
        autoComplete="off"
      />
      <TextField
        label="Host's account"
        hint="Optional. The email they signed up with: they get a Host badge and moderate the chat of their streams."
        type="email"
        {...form.field("hostEmail")}
        autoComplete="off"
      />
    </FormDialog>
  );
}
