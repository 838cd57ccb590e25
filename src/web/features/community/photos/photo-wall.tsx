import type { QueryClient } from "@tanstack/react-query";
import { Camera, Clock, ImagePlus } from "lucide-react";
import { useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { PhotoWall, WallPhoto } from "#contract/community/people.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { openAuth } from "#web/lib/auth-events.ts";
import { callApi } from "#web/lib/api.ts";
import { dateParts } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { ShowMore } from "../show-more.tsx";
import { countOf } from "../labels.ts";
import { refreshCommunity, wallQuery } from "../queries.ts";

const Lightbox = lazyDialog("The photo", async () => (await import("#web/features/events/lightbox.tsx")).Lightbox);
const ReportDialog = lazyDialog("The report", async () => (await import("../person/report-dialog.tsx")).ReportDialog);
const HideDialog = lazyDialog("Hide", async () => (await import("../moderation/hide-dialog.tsx")).HideDialog);
const DeleteDialog = lazyDialog("Delete", async () => (await import("../post/delete-dialog.tsx")).DeleteDialog);
const UploadDialog = lazyDialog("The upload", async () => (await import("./upload-dialog.tsx")).UploadDialog);

/** An event's photos by the people who were there. */
export function PhotoWallView({ wall }: { wall: PhotoWall }) {
  const { items, you, event } = wall;
  const { id } = event;
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <WallHead wall={wall} onAdd={() => setAdding(true)} />
      <div className="measure grid gap-6 pt-6 md:pt-10">
        {you.waiting > 0 && (
          <p role="status" className="flex items-center gap-2 text-muted">
            <Clock className="size-5 text-mango" />
            {you.waiting === 1 ? "1 of your photos is" : `${you.waiting} of your photos are`} waiting for approval.
          </p>
        )}
        {items.length === 0 ? (
          <EmptyState
            icon={<Camera />}
            title="No photos yet"
            text={you.canUpload ? "You were there. Show us what you saw." : "They show up here once people share them."}
            action={you.canUpload && <Button onClick={() => setAdding(true)}>Add the first photos</Button>}
          />
        ) : (
          <Photos items={items} />
        )}
        <ShowMore
          queryKey={wallQuery(id).queryKey}
          list={wall}
          read={(cursor) => callApi("GET /api/events/{id}/photos", { params: { id }, query: { cursor } })}
          what="photos"
        />
      </div>
      {isAdding && <UploadDialog event={event} onClose={() => setAdding(false)} />}
    </>
  );
}

function WallHead({ wall: { event, count, you }, onAdd }: { wall: PhotoWall; onAdd: () => void }) {
  const { isAuthenticated } = useUser();
  const { weekday, month, day, year } = dateParts(event.startsAt, event.timeZone);
  return (
    <header className="relative isolate overflow-hidden border-b border-line bg-panel">
      <div aria-hidden="true" className="scales absolute inset-0 -z-10" />
      <div className="measure grid gap-5 py-7 md:pt-14 md:pb-12">
        <div>
          <p className="eyebrow mb-3 text-gilt md:mb-4">
            Photo wall · {weekday}, {month} {day}, {year}
          </p>
          <h1 className="display max-w-[16ch] text-display-lg font-black wrap-break-word">{event.title}</h1>
          {count > 0 && (
            <p className="mt-4 text-muted md:text-lg">{countOf(count, "photo")} by the people who were there.</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {you.canUpload && (
            <Button onClick={onAdd}>
              <ImagePlus className="size-5" /> Add photos
            </Button>
          )}
          {!isAuthenticated && (
            <Button onClick={() => openAuth({ redirect: paths.community({ photos: event.id }) })}>
              Sign in to add yours
            </Button>
          )}
          <LinkButton variant="outline" to={paths.community({ event: event.id })}>
            What people are saying
          </LinkButton>
        </div>
      </div>
    </header>
  );
}

type Acting = { photo: WallPhoto; what: "report" | "delete" | "hide" };

function Photos({ items }: { items: WallPhoto[] }) {
  const [open, setOpen] = useState<number>();
  const [acting, setActing] = useState<Acting>();
  function act(next: Acting) {
    // Nothing can open above the browser's own dialog.
    setOpen(undefined);
    setActing(next);
  }
  return (
    <>
      <ul className="grid grid-cols-2 gap-1.5 md:grid-cols-3 md:gap-2 lg:grid-cols-4">
        {items.map((photo, index) => (
          // Every seventh is large, so that the wall has a rhythm.
          <li key={photo.id} className={index % 7 === 0 ? "col-span-2 row-span-2" : undefined}>
            <a
              href={paths.posters.fallback(photo.poster.key)}
              aria-label={`View photo ${index + 1}${photo.author ? ` by ${photo.author.name}` : ""}: ${photo.poster.alt}`}
              onClick={(e) => {
                if (e.metaKey || e.ctrlKey || e.shiftKey) return;
                e.preventDefault();
                setOpen(index);
              }}
              className="group relative block overflow-hidden rounded-sm"
            >
              <Poster
                poster={photo.poster}
                decorative
                lead={index === 0}
                sizes={index % 7 === 0 ? "(min-width: 64rem) 40rem, 96vw" : "(min-width: 64rem) 20rem, 46vw"}
                className="aspect-square transition-transform duration-500 ease-tailored group-hover:scale-[1.03]"
              />
              {photo.author && (
                <span
                  aria-hidden="true"
                  className="absolute inset-x-0 bottom-0 bg-linear-to-t from-night/80 to-transparent px-2.5 pt-8 pb-2 text-sm font-semibold text-bone opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
                >
                  {photo.author.name}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Lightbox
          pictures={items.map(({ poster }) => poster)}
          first={open}
          onClose={() => setOpen(undefined)}
          captions={items.map((photo) => (
            <PhotoLine key={photo.id} photo={photo} onAct={(what) => act({ photo, what })} />
          ))}
        />
      )}
      {acting && <PhotoAction {...acting} onClose={() => setActing(undefined)} />}
    </>
  );
}

type PhotoLineProps = { photo: WallPhoto; onAct: (what: Acting["what"]) => void };

/** Whose photo it is, where people talk about it, and what can be done with it. */
function PhotoLine({ photo: { author, postId }, onAct }: PhotoLineProps) {
  const { user, isAuthenticated, isModerator, isAdmin } = useUser();
  const isOwn = isAuthenticated && author !== null && author.id === Number(user?.id);
  const act = (is: boolean, what: Acting["what"], label: string) =>
    is && (
      <button type="button" onClick={() => onAct(what)} className="min-h-9 underline underline-offset-4">
        {label}
      </button>
    );
  return (
    <span className="flex flex-wrap items-center justify-center gap-x-4 font-semibold text-bone">
      {author?.name ?? "A former member"}
      <Link to={paths.community({ post: postId })} className="underline underline-offset-4">
        See the post
      </Link>
      {act(isOwn, "delete", "Delete")}
      {act(isAuthenticated && !isOwn, "report", "Report")}
      {act(isModerator || isAdmin, "hide", "Hide")}
    </span>
  );
}

function PhotoAction({ photo: { id }, what, onClose }: Acting & { onClose: () => void }) {
  const gone = (queryClient: QueryClient) => void refreshCommunity(queryClient);
  if (what === "report") return <ReportDialog kind="photo" targetId={id} onClose={onClose} />;
  if (what === "hide") return <HideDialog kind="photo" id={id} onClose={onClose} onHidden={gone} />;
  return <DeleteDialog what="photo" id={id} onClose={onClose} onDeleted={gone} />;
}
