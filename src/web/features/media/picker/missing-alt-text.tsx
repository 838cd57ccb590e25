import { useState } from "react";
import type { LibraryPicture } from "#contract/media.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { maxAltLength, useSavePicture } from "../editing/alt-text-form.tsx";
import { PictureFace } from "../library/picture-tile.tsx";

/** Asks for an image's alt text before it can be used. */
export function MissingAltText({
  picture,
  onSaved,
}: {
  picture: LibraryPicture;
  onSaved: (saved: LibraryPicture) => void;
}) {
  const [alt, setAlt] = useState("");
  const [fieldError, setFieldError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = useSavePicture();

  async function submit() {
    if (alt.trim() === "") return setFieldError("Describe the image");
    setBusy(true);
    setFieldError(undefined);
    try {
      onSaved(await save(picture.id, alt, picture.focal));
    } catch (error) {
      setFieldError(failureText(error));
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      className="flex items-start gap-4 rounded-md border border-mango/50 bg-mango-wash p-4"
      onSubmit={(e) => {
        e.preventDefault();
        // This must not submit a form around the dialog.
        e.stopPropagation();
        void submit();
      }}
    >
      <PictureFace picture={{ ...picture, alt: "named here" }} className="w-20! shrink-0" />
      <div className="flex min-w-0 grow flex-wrap items-end gap-3">
        <Field label="What does it show?" error={fieldError} required className="min-w-0 grow basis-60">
          <Input value={alt} maxLength={maxAltLength} onChange={(e) => setAlt(e.target.value)} />
        </Field>
        <Button type="submit" variant="ink" loading={isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}
