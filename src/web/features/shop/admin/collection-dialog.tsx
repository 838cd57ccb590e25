import { useState } from "react";
import { CollectionInput, type Collection } from "#contract/shop/collections.ts";
import { slugOf } from "#contract/slug.ts";
import { SavedMeanwhile, useVersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { TextField } from "#web/ui/field.tsx";
import { showSuccess, useAdminWrite, useAttempt } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";

const labels = { name: "Name", slug: "Handle", description: "Description" };
type Form = Record<keyof typeof labels, string>;

const formOf = ({ name, slug, description }: Form): Form => ({ name, slug, description });

/** Creates, changes or deletes a collection. Deleting asks for confirmation; the products stay. */
export function CollectionDialog({ collection, onClose }: { collection: Collection | undefined; onClose: () => void }) {
  const write = useAdminWrite();
  const [isAsked, setAsked] = useState(false);
  const { busy, attempt } = useAttempt("We couldn't delete the collection");
  const form = useVersionedForm<Form, CollectionInput, Collection | undefined>({
    schema: CollectionInput,
    bodyOf: ({ slug, ...values }) => ({
      ...values,
      slug: slug || slugOf(values.name),
      position: collection?.position,
    }),
    defaults: formOf(collection ?? { name: "", slug: "", description: "" }),
    messages: { name: "Enter a name" },
    subject: collection,
    readLatest: async () => {
      const { items } = await callApi("GET /api/admin/collections");
      const latest = items.find(({ id }) => id === collection?.id);
      return latest && { values: formOf(latest), version: latest.version };
    },
    deleted: "Someone deleted this collection.",
    submit: async (body, current) => {
      if (current) {
        const { id, version } = current;
        await write("PUT /api/admin/collections/{id}", { params: { id }, body: { ...body, version } });
      } else await write("POST /api/admin/collections", { body });
      showSuccess(`${body.name} saved`);
      onClose();
    },
  });
  const remove = () =>
    isAsked
      ? attempt("delete", async () => {
          await write("DELETE /api/admin/collections/{id}", { params: { id: collection!.id }, body: {} });
          showSuccess("Collection deleted");
          onClose();
        })
      : setAsked(true);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={collection ? "Edit collection" : "New collection"}
      action={collection ? "Save" : "Create"}
      buttons={
        collection && (
          <Button variant={isAsked ? "danger" : "quiet"} loading={busy !== undefined} onClick={() => void remove()}>
            {isAsked ? "Confirm and delete" : "Delete"}
          </Button>
        )
      }
    >
      <SavedMeanwhile form={form} labels={labels} />
      <TextField label={labels.name} required {...form.field("name")} maxLength={60} autoComplete="off" />
      <TextField
        label={labels.slug}
        hint="The end of its link. If blank, we make it from the name."
        {...form.field("slug")}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label={labels.description}
        hint="One line that visitors read"
        {...form.field("description")}
        maxLength={300}
      />
    </FormDialog>
  );
}
