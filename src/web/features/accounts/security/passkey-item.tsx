import { KeyRound, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Passkey } from "#contract/second-factor.ts";
import { callJson } from "#web/lib/call.ts";
import { formatShortDate } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { useRefreshFactors } from "./queries.ts";
import { useDelicate } from "./use-delicate.tsx";

/** One passkey: its name, when it was last used, and buttons to rename or remove it. */
export function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const run = useDelicate();
  const refresh = useRefreshFactors();
  const [isRenaming, setRenaming] = useState(false);
  const path = `/api/me/second-factor/passkeys/${passkey.id}`;

  const form = useZodForm({
    defaults: { name: passkey.name },
    submit: (body) =>
      run(async () => {
        await callJson("PATCH", path, { body });
        await refresh();
        setRenaming(false);
      }),
  });

  const remove = () =>
    run(async () => {
      await callJson("DELETE", path);
      toast({ title: "Passkey removed", description: passkey.name });
      await refresh();
    });

  return (
    <li className="flex items-center gap-3 rounded-sm border border-line bg-raised p-3">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-gilt" />
      {!isRenaming ? (
        <>
          <div className="min-w-0 flex-1">
            <p className="truncate font-semibold">{passkey.name}</p>
            <p className="text-sm text-muted">
              {passkey.lastUsedAt
                ? `Last used ${formatShortDate(passkey.lastUsedAt, "UTC")}`
                : `Added ${formatShortDate(passkey.createdAt, "UTC")}`}
            </p>
          </div>
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Rename ${passkey.name}`}
            onClick={() => {
              form.reset({ name: passkey.name });
              setRenaming(true);
            }}
          >
            <Pencil aria-hidden="true" className="size-5" />
          </Button>
          <Button variant="quiet" size="icon" aria-label={`Remove ${passkey.name}`} onClick={() => void remove()}>
            <Trash2 aria-hidden="true" className="size-5" />
          </Button>
        </>
      ) : (
        <form {...form.props} className="flex min-w-0 flex-1 flex-wrap items-end gap-3">
          <Field label="Name" className="min-w-40 flex-1" {...form.field("name")}>
            <Input maxLength={60} />
          </Field>
          <Button type="submit" size="md" disabled={form.values.name.trim() === ""}>
            Save
          </Button>
        </form>
      )}
    </li>
  );
}
