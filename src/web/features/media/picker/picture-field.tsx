import { ImagePlus } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Poster, type PosterPicture } from "#web/ui/poster.tsx";
import type { LibraryPicture } from "#contract/media.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";

const PicturePicker = lazyDialog("The image library", async () => (await import("./picture-picker.tsx")).PicturePicker);

type PictureFieldProps = {
  /** "Poster". */
  label: string;
  hint?: string;
  error?: string | undefined;
  picture: PosterPicture | null;
  onChange: (picture: LibraryPicture | null) => void;
  /** False where an image is required. */
  canRemove?: boolean;
};

/** One image of a form: the current one, and buttons to change it. The library loads when it is opened. */
export function PictureField({ label, hint, error, picture, onChange, canRemove = true }: PictureFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const labelId = useId();
  return (
    <div role="group" aria-labelledby={labelId} className="grid gap-1.5">
      <p id={labelId} className="text-sm font-semibold">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        {picture ? (
          <Poster poster={picture} sizes="6rem" className="aspect-4/5 w-24 shrink-0 rounded-sm" />
        ) : (
          <span className="grid aspect-4/5 w-24 shrink-0 place-items-center rounded-sm border-2 border-dashed border-edge/60">
            <ImagePlus className="size-7 text-muted" strokeWidth={1.5} />
          </span>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {picture ? "Change" : "Choose"}
            <span className="sr-only"> {label}</span>
          </Button>
          {picture && canRemove && (
            <Button variant="quiet" size="sm" onClick={() => onChange(null)}>
              Remove
              <span className="sr-only"> {label}</span>
            </Button>
          )}
        </div>
      </div>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      {error && (
        <p role="alert" className="text-sm font-medium text-hibiscus">
          {error}
        </p>
      )}
      {isOpen && (
        <PicturePicker
          onClose={() => setOpen(false)}
          title={`Choose ${label.toLowerCase()}`}
          onPick={([chosen]) => chosen && onChange(chosen)}
        />
      )}
    </div>
  );
}
