import { useState } from "react";
import type { PictureDetail } from "#contract/media.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { picturePath } from "../queries.ts";
import { useRefreshPictures } from "../use-refresh-pictures.ts";
import type { Point } from "./focal-rules.ts";

export const maxAltLength = 300;

/** Saves an image's alt text and focal point. */
export function useSavePicture() {
  const refresh = useRefreshPictures();
  return async (id: number, alt: string, focal: Point): Promise<PictureDetail> => {
    const body = { alt: alt.replace(/\s+/g, " ").trim(), focal };
    const saved = await callJson<PictureDetail>("PATCH", picturePath(id), { body });
    await refresh();
    return saved;
  };
}

export type AltTextFormProps = {
  picture: PictureDetail;
  focal: Point;
  /** The focal point was moved: there is something to save, whatever the alt text is. */
  hasMoved: boolean;
  onSaved: (picture: PictureDetail) => void;
};

/** The alt text of an image. */
export function AltTextForm({ picture, focal, hasMoved, onSaved }: AltTextFormProps) {
  const [alt, setAlt] = useState(picture.alt);
  const [fieldError, setFieldError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = useSavePicture();
  const isChanged = hasMoved || alt.trim() !== picture.alt;

  async function submit() {
    if (alt.trim() === "") return setFieldError("Describe the image. You can't use it without alt text.");
    setFieldError(undefined);
    setRefusal(undefined);
    setBusy(true);
    try {
      onSaved(await save(picture.id, alt, focal));
      toast({ title: "Image saved", tone: "good" });
    } catch (error) {
      setRefusal(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(e) => {
        e.preventDefault();
        void submit();
      }}
    >
      {refusal && <Callout tone="bad" title={refusal} />}
      <Field
        label="Alt text"
        hint="Describe it as you would to a friend on the phone. For people who can't see it, and for search engines."
        error={fieldError}
        required
      >
        <Textarea rows={3} maxLength={maxAltLength} value={alt} onChange={(e) => setAlt(e.target.value)} />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" loading={isBusy} disabled={!isChanged && picture.alt !== ""}>
          Save
        </Button>
        {isChanged && <span className="text-sm text-muted">Unsaved changes</span>}
      </div>
    </form>
  );
}
