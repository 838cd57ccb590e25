import { useInfiniteQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { LibraryPicture } from "#contract/media.ts";
import { ExportLinks, FilterSelect, TableToolbar } from "#web/admin-kit/table/table-toolbar.tsx";
import { useListAddress, type ListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { Uploader } from "#web/ui/uploader.tsx";
import { useUploads } from "../use-uploads.ts";
import { libraryQuery } from "../queries.ts";
import { filterChoices, usesText } from "../labels.ts";
import { DeleteBar } from "./delete-bar.tsx";
import { PictureFace, pictureName, PictureWall } from "./picture-wall.tsx";

/** The image library: upload, search, open and delete images. */
export function LibraryView() {
  const address = useListAddress();
  const uploads = useUploads();
  const wall = useRef<HTMLElement>(null);
  const show = address.choice(
    "show",
    filterChoices.map(({ value }) => value),
  );
  const q = address.q || undefined;
  const query = useInfiniteQuery(libraryQuery({ q, show }));
  const [chosen, setChosen] = useState<number[]>([]);
  const pictures = query.data?.pages.flatMap(({ items }) => items) ?? [];
  // Images that were deleted or used in the meantime are no longer selected.
  const deletable = pictures.filter((picture) => picture.uses === 0 && chosen.includes(picture.id));

  return (
    <div className="grid gap-5">
      <Uploader {...uploads} title="Add images" />
      <section
        ref={wall}
        tabIndex={-1}
        aria-label="Library"
        className="focus:outline-none overflow-clip rounded-md border border-line bg-panel"
      >
        <TableToolbar
          address={address}
          placeholder="Search images"
          files={<ExportLinks file="GET /api/admin/pictures.csv" query={{ q, show }} />}
          filterCount={show === undefined ? 0 : 1}
          filters={
            <FilterSelect
              label="Show"
              any="All images"
              value={show}
              choices={filterChoices}
              onChange={(value) => address.change({ show: value })}
            />
          }
        />
        <div className="p-3 sm:p-4">
          <PictureWall query={query} empty={emptyText(q, show)}>
            {(picture) => (
              <LibraryTile
                picture={picture}
                address={address}
                isChosen={chosen.includes(picture.id)}
                onChoose={(isChosen) =>
                  setChosen((now) => (isChosen ? [...now, picture.id] : now.filter((id) => id !== picture.id)))
                }
              />
            )}
          </PictureWall>
        </div>
      </section>
      {deletable.length > 0 && (
        <DeleteBar
          pictures={deletable}
          onDone={() => {
            setChosen([]);
            // The bar disappears with its buttons, so focus moves to the library.
            wall.current?.focus();
          }}
          onClose={() => setChosen([])}
        />
      )}
    </div>
  );
}

function emptyText(q: string | undefined, show: string | undefined) {
  if (q || show) return { title: "No results", text: "No images match your search and filter." };
  return { title: "No images yet", text: "Drop the first ones above. You can use them once they're processed." };
}

type TileProps = {
  picture: LibraryPicture;
  address: ListAddress;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

function LibraryTile({ picture, address, isChosen, onChoose }: TileProps) {
  const name = pictureName(picture);
  return (
    <div className="group relative grid gap-1.5">
      <Link to={address.addressWith({ id: picture.id, page: undefined })} className="grid gap-1.5 rounded-sm">
        <PictureFace
          picture={picture}
          className="outline-2 outline-offset-2 outline-transparent transition-[outline-color] group-hover:outline-gold"
        />
        <span className="line-clamp-2 text-sm leading-snug font-semibold wrap-anywhere">{name}</span>
      </Link>
      <span className="text-sm text-muted">
        {picture.status === "ready" ? usesText(picture.uses) : "Not ready yet"}
      </span>
      {picture.uses === 0 && (
        <label className="absolute top-0 right-0 grid size-11 place-items-center">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={(e) => onChoose(e.target.checked)}
            aria-label={`Select ${name}`}
            className="peer size-6 appearance-none rounded-sm border-2 border-bone bg-night/60 shadow-lift transition-colors checked:border-gold checked:bg-gold"
          />
          <Check
            strokeWidth={3.5}
            className="pointer-events-none absolute size-4 text-on-gold opacity-0 peer-checked:opacity-100"
          />
        </label>
      )}
    </div>
  );
}
