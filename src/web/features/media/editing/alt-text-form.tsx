import * as z from "zod/mini";
import { AltText } from "#contract/form-fields.ts";
import type { PictureDetail } from "#contract/media.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Textarea } from "#web/ui/field.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { useRefreshPictures } from "../queries.ts";
import type { Point } from "./focal-picker.tsx";

export const maxAltLength = 300;

/** An alt text, typed on one line or several. */
export const altForm = z.object({
  alt: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.replace(/\s+/g, " ")),
    ),
    AltText,
  ),
});

/** Saves an image's alt text and focal point. */
export function useSavePicture() {
  const refresh = useRefreshPictures();
  return async (id: number, body: { alt: string; focal: Point }): Promise<PictureDetail> => {
    const saved = await callApi("PATCH /api/admin/pictures/{id}", { params: { id }, body });
    await refresh();
    return saved;
  };
}

type AltTextFormProps = {
  picture: PictureDetail;
  focal: Point;
  /** The focal point was moved: there is something to save, whatever the alt text is. */
  hasMoved: boolean;
  onSaved: (picture: PictureDetail) => void;
};

/** The alt text of an image. */
export function AltTextForm({ picture, focal, hasMoved, onSaved }: AltTextFormProps) {
  const save = useSavePicture();
  const form = useZodForm({
    schema: altForm,
    defaults: { alt: picture.alt },
    messages: { alt: "Describe the image. You can't use it without alt text." },
    failureText,
    submit: async (body) => {
      onSaved(await save(picture.id, { ...body, focal }));
      toast({ title: "Image saved", tone: "good" });
    },
  });
  const isChanged = hasMoved || form.values.alt.trim() !== picture.alt;

  return (
    <form {...form.props} className="grid gap-3">
      {form.failure && <Callout tone="bad" title={form.failure} />}
      <Field
        label="Alt text"
        hint="Describe it as you would to a friend on the phone. For people who can't see it, and for search engines."
        required
        {...form.field("alt")}
      >
        <Textarea rows={3} maxLength={maxAltLength} />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" loading={form.isBusy} disabled={!isChanged && picture.alt !== ""}>
          Save
        </Button>
        {isChanged && <span className="text-sm text-muted">Unsaved changes</span>}
      </div>
    </form>
  );
}
