import { useNavigate } from "react-router";
import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { WayUp } from "#web/features/desk/way-up.tsx";
import { PictureView } from "#web/features/media/editing/picture-view.tsx";
import { LibraryView } from "#web/features/media/library/library-view.tsx";

/** The picture library as a part of /admin; with `id` one picture of it. */
export function MediaDesk() {
  const address = useListAddress();
  const navigate = useNavigate();
  const id = address.number("id");
  const list = address.addressWith({ id: undefined, page: undefined });
  return (
    <DeskPage
      title="Pictures"
      description="Upload pictures, say what they show, choose what their crops keep."
      lead={
        id === undefined ? "Posters, line-ups and galleries draw from here." : <WayUp to={list}>All pictures</WayUp>
      }
    >
      {id === undefined ? <LibraryView /> : <PictureView key={id} id={id} onGone={() => void navigate(list)} />}
    </DeskPage>
  );
}
