import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { saveAudience, type Audience, type SavedAudience } from "#contract/campaigns/audiences.ts";
import { TextField } from "#web/ui/field.tsx";
import { failureText, showSuccess, showFailure, useAdminWrite, usePress } from "#web/admin-kit/use-admin-write.ts";
import { Failure, Loaded } from "#web/admin-kit/read-failure.tsx";
import { ShortListFiles } from "#web/admin-kit/table/table-toolbar.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { AudienceCount, useAudienceCount } from "./audience-count.tsx";
import { AudienceFields } from "./audience-fields.tsx";
import { ImportedList } from "./imported-list.tsx";
import { audiencesQuery, describeAudience, useEventNames } from "./queries.ts";

/** Saved audiences, to start campaigns from. */
export function Audiences() {
  const [edited, setEdited] = useState<SavedAudience | "new" | "import">();
  const names = useEventNames();
  const create = (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setEdited("new")}>New audience</Button>
      <Button variant="outline" onClick={() => setEdited("import")}>
        Import contacts
      </Button>
    </div>
  );
  return (
    <Loaded query={useQuery(audiencesQuery())} label="Audiences" className="h-60">
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <EmptyState
              title="No saved audiences"
              text="Import contacts from a file, or save who you write to often. Then start campaigns from it."
              action={create}
            />
          ) : (
            <>
              <div className="flex flex-wrap items-center justify-between gap-2">
                {create}
                <ShortListFiles file="GET /api/admin/audiences.csv" isPlain />
              </div>
              <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
                {items.map((saved) => (
                  <li key={saved.id} className="flex flex-wrap items-center justify-between gap-3 bg-panel px-4 py-3">
                    <div className="min-w-0">
                      <p className="font-semibold">{saved.name}</p>
                      <p className="text-sm text-muted wrap-anywhere">
                        {describeAudience(saved.audience, (id) => names.get(id) ?? `event ${id}`)}
                      </p>
                    </div>
                    <div className="flex gap-2">
                      <Button variant="outline" size="sm" onClick={() => setEdited(saved)}>
                        Edit<span className="sr-only"> {saved.name}</span>
                      </Button>
                      <DeleteAudience saved={saved} />
                    </div>
                  </li>
                ))}
              </ul>
            </>
          )}
          {edited && (
            <AudienceDialog
              saved={typeof edited === "string" ? undefined : edited}
              isImport={edited === "import"}
              onClose={() => setEdited(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function DeleteAudience({ saved: { id, name, audience } }: { saved: SavedAudience }) {
  const press = usePress("We couldn't delete the audience", async (write) => {
    await write("DELETE /api/admin/audiences/{id}", { params: { id } });
    const restore = () =>
      write("POST /api/admin/audiences", { body: { name, audience } }).catch((error: unknown) =>
        showFailure("We couldn't restore it", error),
      );
    toast({ title: "Audience deleted", tone: "good", action: { label: "Undo", onPress: () => void restore() } });
  });
  return (
    <Button variant="quiet" size="sm" {...press}>
      Delete<span className="sr-only"> {name}</span>
    </Button>
  );
}

class NothingImported extends Error {}

type Values = { name: string; audience: Audience };

type AudienceDialogProps = {
  saved: SavedAudience | undefined;
  /** A list of people from a file, and nothing else. */
  isImport: boolean;
  onClose: () => void;
};

function AudienceDialog({ saved, isImport, onClose }: AudienceDialogProps) {
  const write = useAdminWrite();
  const form = useZodForm<Values, Values>({
    schema: saveAudience.body!,
    defaults: { name: saved?.name ?? "", audience: saved?.audience ?? {} },
    fields: { "audience.list.howTheyOptedIn": "audience" },
    failureText: (error) => (error instanceof NothingImported ? error.message : failureText(error)),
    submit: async (body) => {
      // Without a list it would be an audience of everyone.
      const people = body.audience.list?.people;
      if (isImport && !people?.length) {
        throw new NothingImported(
          people ? "No one is on this list yet. Check it, then import it." : "Choose a file or paste emails first.",
        );
      }
      await (saved
        ? write("PUT /api/admin/audiences/{id}", { params: { id: saved.id }, body })
        : write("POST /api/admin/audiences", { body }));
      showSuccess(isImport ? "Contacts imported" : "Audience saved");
      onClose();
    },
  });
  const known = useAudienceCount({ purpose: "marketing", eventId: null, audience: form.values.audience });
  return (
    <FormDialog
      form={form}
      roomy
      title={isImport ? "Import contacts" : saved ? "Edit audience" : "New audience"}
      action={isImport ? "Import contacts" : "Save audience"}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={80} {...form.field("name")} />
      {isImport ? (
        <ImportedList
          label="Contacts"
          value={form.values.audience.list}
          onChange={(list) => form.bind("audience").onChange(list ? { list } : {})}
        />
      ) : (
        <AudienceFields value={form.values.audience} onChange={form.bind("audience").onChange} eventId={null} />
      )}
      <Failure text={form.error("audience") && "Say how they opted in, in at least 10 characters"} />
      {(!isImport || form.values.audience.list) && <AudienceCount known={known} />}
    </FormDialog>
  );
}
