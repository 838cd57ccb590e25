import { useNavigate } from "#web/lib/router.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { WayUp } from "#web/admin-kit/admin-links.tsx";
import { PictureView } from "./editing/picture-view.tsx";
import { LibraryView } from "./library/library-view.tsx";

/** The image library as a section of /admin; with `id`, one image. */
export function MediaSection() {
  const address = useListAddress();
  const navigate = useNavigate();
  const id = address.number("id");
  const list = address.addressWith({ id: undefined, page: undefined });
  return (
    <AdminShell
      title="Images"
      description="Upload images, describe them and choose their focal points."
      lead={id === undefined ? "Images for posters, lineups and galleries." : <WayUp to={list}>All images</WayUp>}
    >
      {id === undefined ? <LibraryView /> : <PictureView key={id} id={id} onGone={() => void navigate(list)} />}
    </AdminShell>
  );
}
