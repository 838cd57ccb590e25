import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useState } from "react";
import { useSettled } from "#web/lib/use-settled.ts";
import type { LibraryPicture } from "#contract/media.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Input, Field } from "#web/ui/field.tsx";
import { PictureFace, pictureName, PictureWall } from "../library/picture-wall.tsx";
import { Uploader } from "#web/ui/uploader.tsx";
import { useUploads } from "../use-uploads.ts";
import { libraryQuery } from "../queries.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { altForm, maxAltLength, useSavePicture } from "../editing/alt-text-form.tsx";

type PicturePickerProps = {
  onClose: () => void;
  /** "Choose the poster". */
  title: string;
  multiple?: boolean;
  /** Called with the selected images in the order of selection; each is ready and has alt text. */
  onPick: (pictures: LibraryPicture[]) => void;
};

/** Selects images from the library, or uploads new ones, without leaving the form. */
export function PicturePicker({ onClose, title, multiple = false, onPick }: PicturePickerProps) {
  const [text, setText] = useState("");
  const q = useSettled(text.trim(), 250) || undefined;
  const query = useInfiniteQuery(libraryQuery({ q, show: "ready" }));
  const [chosen, setChosen] = useState<LibraryPicture[]>([]);
  const isChosen = (id: number) => chosen.some((picture) => picture.id === id);

  /** Selects an image, or deselects a selected one unless it was just uploaded. */
  const choose = (picture: LibraryPicture, isNew = false) =>
    setChosen((now) => {
      const others = now.filter(({ id }) => id !== picture.id);
      if (others.length < now.length && !isNew) return others;
      return multiple ? [...others, picture] : [picture];
    });
  const uploads = useUploads((picture) => choose(picture, true));
  const [withoutAlt, ...more] = chosen.filter(({ alt }) => alt === "");
  const images = chosen.length > 1 ? `${chosen.length} images` : "image";
  function pick(pictures: LibraryPicture[]) {
    onPick(pictures);
    onClose();
  }

  return (
    <Dialog title={title} onClose={onClose} wide>
      <div className="grid gap-5">
        <Uploader {...uploads} title={multiple ? "Add new images" : "Add a new image"} multiple={multiple} compact />
        <Input
          type="search"
          aria-label="Search images"
          placeholder="Search images"
          value={text}
          maxLength={100}
          autoComplete="off"
          onChange={(e) => setText(e.target.value)}
        />
        <div className="p-1">
          <PictureWall
            query={query}
            empty={
              q
                ? { title: "No results", text: "No images match your search." }
                : { title: "No images yet", text: "Drop the first ones above." }
            }
          >
            {(picture) => (
              <button
                type="button"
                aria-pressed={isChosen(picture.id)}
                aria-label={pictureName(picture)}
                onClick={() => choose(picture)}
                className="relative grid w-full scroll-mb-28 gap-1.5 rounded-sm text-left"
              >
                <PictureFace
                  picture={picture}
                  className={clsx(
                    "outline-3 outline-offset-1",
                    isChosen(picture.id) ? "outline-gold" : "outline-transparent",
                  )}
                />
                {isChosen(picture.id) && (
                  <span className="absolute top-2 right-2 grid size-7 place-items-center rounded-full bg-gold text-on-gold">
                    <Check className="size-4.5" strokeWidth={3} />
                  </span>
                )}
                <span className="line-clamp-1 text-sm text-muted wrap-anywhere">{pictureName(picture)}</span>
              </button>
            )}
          </PictureWall>
        </div>
        <div className="sticky bottom-0 z-10 -mx-6 sm:-bottom-6 grid gap-3 border-t border-line bg-panel px-6 pt-4 pb-4 max-sm:-mb-6 sm:-mx-8 sm:-mb-8 sm:px-8">
          {withoutAlt && (
            <MissingAltText
              key={withoutAlt.id}
              picture={withoutAlt}
              action={more.length === 0 ? `Save and use ${images}` : "Save and describe the next"}
              onSaved={(saved) => {
                const now = chosen.map((picture) => (picture.id === saved.id ? saved : picture));
                // The last description that was missing: nothing else keeps the images from being used.
                if (more.length === 0) pick(now);
                else setChosen(now);
              }}
            />
          )}
          <div className="flex flex-wrap items-center justify-end gap-2">
            <p role="status" className="mr-auto text-sm text-muted">
              {`${chosen.length || "None"} selected`}
            </p>
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
            {!withoutAlt && (
              <Button disabled={chosen.length === 0} onClick={() => pick(chosen)}>
                {`Use ${images}`}
              </Button>
            )}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

type MissingAltTextProps = {
  picture: LibraryPicture;
  /** What saving does: it also uses the images if no other description is missing. */
  action: string;
  onSaved: (saved: LibraryPicture) => void;
};

/** Asks for an image's alt text before it can be used. */
function MissingAltText({ picture, action, onSaved }: MissingAltTextProps) {
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
        <Button type="submit" loading={form.isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
