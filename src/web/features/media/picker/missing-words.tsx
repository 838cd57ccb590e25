import { useState } from "react";
import type { LibraryPicture } from "#contract/media.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { mostAltLetters, useSavePicture } from "../editing/words-form.tsx";
import { PictureFace } from "../library/picture-tile.tsx";

/** Asks what a picture shows, before it can be used. */
export function MissingWords({
  picture,
  onSaved,
}: {
  picture: LibraryPicture;
  onSaved: (saved: LibraryPicture) => void;
}) {
  const [alt, setAlt] = useState("");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = useSavePicture();

  async function submit() {
    if (alt.trim() === "") return setFault("Say what the picture shows");
    setBusy(true);
    setFault(undefined);
    try {
      onSaved(await save(picture.id, alt, picture.focal));
    } catch (error) {
      setFault(failureText(error));
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      className="flex items-start gap-4 rounded-md border border-mango/50 bg-mango-wash p-4"
      onSubmit={(event) => {
        event.preventDefault();
        // The form around the dialog, if there is one, has nothing to do with this.
        event.stopPropagation();
        void submit();
      }}
    >
      <PictureFace picture={{ ...picture, alt: "named here" }} className="w-20! shrink-0" />
      <div className="flex min-w-0 grow flex-wrap items-end gap-3">
        <Field label="What does it show?" error={fault} required className="min-w-0 grow basis-60">
          <Input value={alt} maxLength={mostAltLetters} onChange={(event) => setAlt(event.target.value)} />
        </Field>
        <Button type="submit" variant="ink" loading={isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}
