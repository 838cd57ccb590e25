import { useSuspenseQuery } from "@tanstack/react-query";
import { useSearchParams } from "#web/lib/router.ts";
import { numberIn } from "#web/features/community/filter.ts";
import { PhotoWallView } from "#web/features/community/photos/photo-wall.tsx";
import { wallQuery } from "#web/features/community/queries.ts";
import { notFound, type PageModule } from "#web/lib/page.ts";
import { paths } from "#web/lib/paths.ts";
import { Page } from "#web/ui/page.tsx";

function CommunityPhotosPage() {
  const [search] = useSearchParams();
  const eventId = Number(search.get("photos"));
  const { data: wall } = useSuspenseQuery(wallQuery(eventId));
  const { event, items, count } = wall;
  const image = items[0]?.poster;
  return (
    <Page
      meta={{
        title: `Photos from ${event.title}`,
        description: `Photos from ${event.title}, by the people who were there.`,
        canonical: paths.community({ photos: eventId }),
        hidden: count === 0,
        ...(image && { image: paths.posters.social(image.key), imageAlt: image.alt }),
      }}
    >
      <PhotoWallView wall={wall} />
    </Page>
  );
}

export const page: PageModule = {
  Component: CommunityPhotosPage,
  load: async ({ search, read }) => {
    const id = numberIn(search, "photos");
    if (id === undefined) throw notFound();
    await read(wallQuery(id));
  },
};
