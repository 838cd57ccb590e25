import { clsx } from "clsx";
import { RotateCcw, X } from "lucide-react";
import { useState } from "react";
import type { Post } from "#contract/community/community.ts";
import { sendFile } from "#web/lib/files.ts";
import { useFileUploads } from "#web/features/media/file-uploads.ts";
import { callApi } from "#web/lib/api.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Input } from "#web/ui/field.tsx";
import { Poster, type PosterPicture } from "#web/ui/poster.tsx";

/** The images of a post that is being written: those it has already, and new ones while they are uploaded. */
export function useImages(former: Post["images"] = []) {
  const [savedImages, setSavedImages] = useState(former);
  const [alts, setAlts] = useState<Record<string, string>>(() =>
    Object.fromEntries(former.map(({ id, poster }) => [`kept-${id}`, poster.alt])),
  );
  const uploads = useFileUploads({
    send: (fileName, file, options) => sendFile("POST /api/community/images", { query: { fileName } }, file, options),
    read: ({ id }: { id: number }) => callApi("GET /api/community/images/{id}", { params: { id } }),
  });
  const items: TrayItem[] = [
    ...savedImages.map(({ id, pictureId, poster }) => ({
      key: `kept-${id}`,
      name: poster.alt,
      pictureId,
      poster,
      remove: () => setSavedImages((now) => now.filter((each) => each.id !== id)),
    })),
    ...uploads.items.map(({ id, name, state, progress, note, canRetry, picture }) => ({
      key: id,
      name,
      pictureId: picture?.id,
      poster: picture?.poster ?? undefined,
      progress: state === "done" || state === "failed" ? undefined : state === "working" ? 1 : progress,
      failure: state === "failed" ? (note ?? "Upload failed") : undefined,
      retry: state === "failed" && canRetry ? () => uploads.onRetry(id) : undefined,
      remove: () => uploads.onRemove(id),
    })),
  ];
  return {
    items,
    alts,
    accept: uploads.accept,
    setAlt: (key: string, alt: string) => setAlts((now) => ({ ...now, [key]: alt })),
    add: (files: File[], max: number) => uploads.onFiles(files.slice(0, Math.max(0, max - items.length))),
    isBusy: items.some(({ progress }) => progress !== undefined),
    hasFailed: items.some(({ failure }) => failure !== undefined),
    /** The images as they are sent. @param usual the alt text of images that nobody described */
    body: (usual: string) =>
      items.flatMap(({ key, pictureId }) => (!pictureId ? [] : [{ pictureId, alt: alts[key]?.trim() || usual }])),
    clear() {
      setSavedImages([]);
      for (const { id } of uploads.items) uploads.onRemove(id);
    },
  };
}

type TrayItem = {
  key: string;
  name: string;
  pictureId: number | null | undefined;
  poster: PosterPicture | undefined;
  /** The uploaded share; undefined once it is done. */
  progress?: number | undefined;
  failure?: string | undefined;
  retry?: (() => void) | undefined;
  remove: () => void;
};

export type Images = ReturnType<typeof useImages>;

/** The images of a post that is being written, each with its description and its progress. */
export function ImageTray({ images }: { images: Images }) {
  if (images.items.length === 0) return null;
  return (
    <ul aria-label="Photos" className="grid gap-3 sm:grid-cols-2">
      {images.items.map((item, index) => (
        <TrayRow
          key={item.key}
          item={item}
          number={index + 1}
          alt={images.alts[item.key] ?? ""}
          onAlt={(alt) => images.setAlt(item.key, alt)}
        />
      ))}
    </ul>
  );
}

type TrayRowProps = { item: TrayItem; number: number; alt: string; onAlt: (alt: string) => void };

function TrayRow({ item, number, alt, onAlt }: TrayRowProps) {
  const { name, poster, progress, failure, retry, remove } = item;
  return (
    <li className="relative grid grid-cols-[5rem_minmax(0,1fr)] overflow-hidden rounded-md border border-line bg-page">
      {poster ? (
        <Poster poster={poster} sizes="5rem" decorative className="h-full min-h-20" />
      ) : (
        <span className="grid min-h-20 place-items-center bg-raised text-sm tabular-nums">
          {progress !== undefined && `${Math.round(progress * 100)}%`}
        </span>
      )}
      <div className="grid content-center gap-1 p-2 pr-11">
        {failure ? (
          <p role="alert" className="text-sm text-hibiscus">
            {failure}
          </p>
        ) : (
          <Input
            aria-label={`Description of photo ${number}`}
            placeholder="Describe this photo"
            maxLength={300}
            value={alt}
            onChange={(e) => onAlt(e.target.value)}
            className="min-h-10! px-2.5! py-1! text-sm!"
          />
        )}
        {progress !== undefined && (
          <progress
            aria-label={`Upload of ${name}`}
            max={1}
            {...(progress < 1 && { value: progress })}
            className="upload-bar h-1 w-full"
          />
        )}
      </div>
      <div className={clsx("absolute top-0 right-0", retry && "grid")}>
        <IconButton label={`Remove photo ${number}`} Icon={X} className="size-10!" onClick={remove} />
        {retry && <IconButton label={`Retry photo ${number}`} Icon={RotateCcw} className="size-10!" onClick={retry} />}
      </div>
    </li>
  );
}
