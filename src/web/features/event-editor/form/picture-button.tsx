import { ImagePlus } from "lucide-react";
import { Suspense, useState } from "react";
import type { Poster as Picture } from "#contract/events.ts";
import { Poster } from "#web/ui/poster.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";

const PicturePicker = lazyDialog(
  "The image library",
  async () => (await import("#web/features/media/picker/picture-picker.tsx")).PicturePicker,
);

/** A small image button that opens the library. */
export function PictureButton({
  label,
  picture,
  onChange,
}: {
  label: string;
  picture: Picture | null;
  onChange: (picture: Picture) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`${picture ? "Change" : "Choose"}: ${label}`}
        onClick={() => setOpen(true)}
        className="grid aspect-square w-16 place-items-center overflow-hidden rounded-sm border border-dashed border-edge text-muted transition-colors hover:border-ink hover:text-ink"
      >
        {picture ? (
          <Poster poster={picture} sizes="4rem" decorative className="size-full" />
        ) : (
          <ImagePlus aria-hidden="true" className="size-6" strokeWidth={1.5} />
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <PicturePicker
            open
            title={label}
            onClose={() => setOpen(false)}
            onPick={([chosen]) => {
              if (chosen?.poster) onChange(chosen.poster);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
