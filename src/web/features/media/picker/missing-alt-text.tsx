import type { LibraryPicture } from "#contract/media.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { altForm, maxAltLength, useSavePicture } from "../editing/alt-text-form.tsx";
import { PictureFace } from "../library/picture-tile.tsx";

/** Asks for an image's alt text before it can be used. */
export function MissingAltText({
  picture,
  onSaved,
}: {
  picture: LibraryPicture;
  onSaved: (saved: LibraryPicture) => void;
}) {
  const save = useSavePicture();
  const form = useZodForm({
    schema: altForm,
    defaults: { alt: "" },
    messages: { alt: "Describe the image" },
    failureText,
    failureAt: () => "alt",
    submit: async (body) => onSaved(await save(picture.id, { ...body, focal: picture.focal })),
  });

  return (
    <form {...form.props} className="flex items-start gap-4 rounded-md border border-mango/50 bg-mango-wash p-4">
      <PictureFace picture={{ ...picture, alt: "named here" }} className="w-20! shrink-0" />
      <div className="flex min-w-0 grow flex-wrap items-end gap-3">
        <Field label="What does it show?" required className="min-w-0 grow basis-60" {...form.field("alt")}>
          <Input maxLength={maxAltLength} />
        </Field>
        <Button type="submit" variant="ink" loading={form.isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}
