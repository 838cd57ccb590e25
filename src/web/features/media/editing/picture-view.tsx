import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { PictureDetail, PictureUse } from "#contract/media.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { DeletePictures } from "../library/delete-bar.tsx";
import { PictureFace } from "../library/picture-wall.tsx";
import { Uploader } from "#web/ui/uploader.tsx";
import { useUploads } from "../use-uploads.ts";
import { pictureQuery } from "../queries.ts";
import { refusalText, formatBytes, usesText } from "../labels.ts";
import { FocalPicker } from "./focal-picker.tsx";
import { AltTextForm } from "./alt-text-form.tsx";
import { clsx } from "clsx";
import { Poster } from "#web/ui/poster.tsx";

/** How pages crop an image around its focal point. */
const crops = [
  { label: "Poster, 4:5", frame: "aspect-4/5 w-24" },
  { label: "Square", frame: "aspect-square w-28" },
  { label: "Wide, 16:9", frame: "aspect-video w-44" },
  { label: "Shared link", frame: "aspect-[1200/630] w-44" },
];

/** One image: its focal point and crops, alt text, uses and file. */
export function PictureView({ id, onGone }: { id: number; onGone: () => void }) {
  const { data: picture, error } = useQuery(pictureQuery(id));
  if (error && !picture) return <Callout tone="bad" title={failureText(error)} />;
  if (!picture) return <Skeleton className="h-96" />;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_min(22rem,50%)]">
      {picture.poster ? (
        <Framed key={picture.poster.key} picture={picture} poster={picture.poster} onGone={onGone} />
      ) : (
        <>
          <PictureFace picture={picture} className="mx-auto max-w-72" />
          <Side picture={picture} onGone={onGone} />
        </>
      )}
    </div>
  );
}

function Framed({ picture, poster, onGone }: SideProps & { poster: NonNullable<PictureDetail["poster"]> }) {
  const [moved, setMoved] = useState<PictureDetail["focal"]>();
  const focal = moved ?? picture.focal;
  const hasMoved = focal.x !== picture.focal.x || focal.y !== picture.focal.y;
  return (
    <>
      <div className="grid gap-6">
        <FocalPicker poster={poster} value={focal} onChange={setMoved} />
        <section aria-label="Crops" className="flex flex-wrap items-end justify-center gap-4">
          {crops.map(({ label, frame }) => (
            <figure key={label} className="grid justify-items-center gap-1.5">
              <Poster poster={{ ...poster, focal }} sizes="11rem" decorative className={clsx("rounded-sm", frame)} />
              <figcaption className="text-sm text-muted">{label}</figcaption>
            </figure>
          ))}
        </section>
      </div>
      <Side picture={picture} onGone={onGone}>
        <AltTextForm picture={picture} focal={focal} hasMoved={hasMoved} onSaved={() => setMoved(undefined)} />
      </Side>
    </>
  );
}

type SideProps = { picture: PictureDetail; onGone: () => void; children?: ReactNode };

function Side({ picture, onGone, children }: SideProps) {
  const { poster, bytes } = picture;
  return (
    <div className="grid gap-7">
      {children}
      <Part title="Used in">
        <Uses usedBy={picture.usedBy} />
      </Part>
      <Part title="File">
        <DataList
          className="text-sm"
          items={[
            { term: "Name", detail: <span className="wrap-anywhere">{picture.fileName}</span> },
            ...(poster ? [{ term: "Dimensions", detail: `${poster.width} × ${poster.height}` }] : []),
            ...(bytes === null ? [] : [{ term: "Original size", detail: formatBytes(bytes) }]),
            { term: "Uploaded", detail: <Moment at={picture.createdAt} /> },
            { term: "Uploaded by", detail: picture.uploadedBy ?? "The site" },
          ]}
        />
        {poster && poster.width < 960 && (
          <Callout tone="soon" title="Small for a poster">
            Images under 960 pixels wide look soft on large screens.
          </Callout>
        )}
      </Part>
      {poster && <Replacement picture={picture} />}
      <Deletion picture={picture} onGone={onGone} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <h2 className="display text-display-sm">{title}</h2>
      {children}
    </section>
  );
}

function Uses({ usedBy }: { usedBy: PictureUse[] }) {
  if (usedBy.length === 0) return <p className="text-sm text-muted">Not used yet.</p>;
  return (
    <ul className="grid gap-1">
      {usedBy.map(({ kind, targetId, label }) => (
        <li key={`${kind}-${targetId}`}>
          {kind === "event" ? (
            <Link
              to={paths.admin({ section: "events", id: targetId })}
              className="text-ink underline underline-offset-3"
            >
              {label}
            </Link>
          ) : (
            label
          )}
        </li>
      ))}
    </ul>
  );
}

function Replacement({ picture }: { picture: PictureDetail }) {
  const uploads = useUploads(undefined, picture.id);
  const { replacement } = picture;
  return (
    <Part title="Replace file">
      <p className="text-sm text-muted">The new file replaces this one everywhere. Alt text and focal point stay.</p>
      {replacement?.refusal && uploads.items.length === 0 && (
        <Callout tone="bad" title="The last file was rejected">
          {refusalText[replacement.refusal]}
        </Callout>
      )}
      <Uploader {...uploads} title="Upload a new file" multiple={false} compact />
    </Part>
  );
}

function Deletion({ picture, onGone }: SideProps) {
  const [isOpen, setOpen] = useState(false);
  if (picture.uses > 0) {
    return (
      <p className="border-t border-line pt-5 text-sm text-muted">
        {usesText(picture.uses)}. To delete this image, first remove it everywhere it's used.
      </p>
    );
  }
  return (
    <div className="border-t border-line pt-5">
      <Button variant="danger" size="sm" onClick={() => setOpen(true)}>
        Delete image
      </Button>
      {isOpen && <DeletePictures pictures={[picture]} onClose={() => setOpen(false)} onDone={onGone} />}
    </div>
  );
}
