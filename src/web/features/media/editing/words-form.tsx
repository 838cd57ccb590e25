import { useState } from "react";
import type { PictureDetail } from "#contract/media.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { picturePath } from "../queries.ts";
import { useRefreshPictures } from "../use-refresh-pictures.ts";
import type { Point } from "./focal-rules.ts";

export const mostAltLetters = 300;

/** Saves what a picture shows and which point its crops keep. */
export function useSavePicture() {
  const refresh = useRefreshPictures();
  return async (id: number, alt: string, focal: Point): Promise<PictureDetail> => {
    const body = { alt: alt.replace(/\s+/g, " ").trim(), focal };
    const saved = await callJson<PictureDetail>("PATCH", picturePath(id), { body });
    await refresh();
    return saved;
  };
}

export type WordsFormProps = {
  picture: PictureDetail;
  focal: Point;
  /** The point was moved: there is something to save, whatever the words are. */
  hasMoved: boolean;
  onSaved: (picture: PictureDetail) => void;
};

/** What a picture shows, in words. */
export function WordsForm({ picture, focal, hasMoved, onSaved }: WordsFormProps) {
  const [alt, setAlt] = useState(picture.alt);
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = useSavePicture();
  const isChanged = hasMoved || alt.trim() !== picture.alt;

  async function submit() {
    if (alt.trim() === "") return setFault("Say what the picture shows. Without it, it cannot be used.");
    setFault(undefined);
    setRefusal(undefined);
    setBusy(true);
    try {
      onSaved(await save(picture.id, alt, focal));
      toast({ title: "Picture Saved", tone: "good" });
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
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {refusal && <Notice tone="bad" title={refusal} />}
      <Field
        label="Alt text"
        hint="What it shows, as you would tell a friend on the phone. For those who do not see it, and for search engines."
        error={fault}
        required
      >
        <Textarea rows={3} maxLength={mostAltLetters} value={alt} onChange={(event) => setAlt(event.target.value)} />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" loading={isBusy} disabled={!isChanged && picture.alt !== ""}>
          Save
        </Button>
        {isChanged && <span className="text-sm text-muted">Not saved yet</span>}
      </div>
    </form>
  );
}
