import { counted } from "#web/admin-kit/figures.tsx";
import { ImagePlus } from "lucide-react";
import { useState } from "react";
import { PictureField } from "#web/features/media/picker/picture-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { type EventFields, useEventEditor, useRows } from "../form/form-context.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";

/** The key of the brand's default image, for events without a poster. */
const defaultPosterKey = "house";

export const pictureFields = {
  poster: {
    label: "Poster",
    read: ({ poster }) => (poster.key === defaultPosterKey ? null : poster),
    write: (poster) => poster?.key ?? defaultPosterKey,
    describe: (poster) => poster?.alt ?? "",
  },
  gallery: {
    label: "Gallery",
    write: (pictures) => pictures.map(({ key }) => key),
    describe: (pictures) => counted(pictures.length, "image"),
  },
} satisfies EventFields;

export const PicturePicker = lazyDialog(
  "The image library",
  async () => (await import("#web/features/media/picker/picture-picker.tsx")).PicturePicker,
);

/** The event's poster and its gallery. */
export function PicturesPanel() {
  const { form, set, fieldErrors } = useEventEditor();
  const { rows, tools } = useRows("gallery");
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid gap-6">
      <Panel title="Poster" text="Shown at the top of the page, in lists and in shared links.">
        <div id="event-poster" tabIndex={-1}>
          <PictureField
            label="Poster"
            error={fieldErrors.poster}
            picture={form.poster}
            onChange={(picture) => set("poster", picture?.poster ?? null)}
          />
        </div>
      </Panel>
      <Panel title="Gallery" text="Photos of the venue and past events, shown in this order.">
        {rows.length > 0 && (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {rows.map((picture, index) => (
              <li key={picture.key} className="grid gap-1 rounded-sm border border-line bg-raised/50 p-2">
                <Poster poster={picture} sizes="16rem" className="aspect-4/3 w-full rounded-sm" />
                <span className="flex flex-wrap items-center justify-between gap-1">
                  <span className="line-clamp-1 text-sm text-muted">{picture.alt}</span>
                  {tools(index, picture.alt)}
                </span>
              </li>
            ))}
          </ul>
        )}
        <div>
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            <ImagePlus className="size-4.5" /> Add images
          </Button>
        </div>
        {isOpen && (
          <PicturePicker
            multiple
            title="Add to the gallery"
            onClose={() => setOpen(false)}
            onPick={(pictures) => {
              const fresh = pictures.flatMap(({ poster }) => poster ?? []);
              const known = new Set(rows.map(({ key }) => key));
              set("gallery", [...rows, ...fresh.filter(({ key }) => !known.has(key))].slice(0, 40));
              setOpen(false);
            }}
          />
        )}
      </Panel>
    </div>
  );
}
