import { useSuspenseQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import { mailedLinkIn } from "#web/features/reminders/mailed-link.ts";
import { shopQuery } from "#web/features/shop/queries.ts";
import { isNarrowed, readShopFilter } from "#web/features/shop/list/shop-filter.ts";
import { ShopListView } from "#web/features/shop/list/shop-list.tsx";
import type { PageModule } from "#web/lib/page.ts";
import { paths, type ShopFilter } from "#web/lib/paths.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Page } from "#web/ui/page.tsx";

const SignupAnswer = lazyPart(
  "Your sign-up",
  async () => (await import("#web/features/reminders/link-answer.tsx")).PartSignupAnswer,
);
const ClosedShop = lazyPart("The shop", async () => (await import("./teaser.tsx")).Teaser);

function ShopListPage() {
  const [search] = useSearchParams();
  const filter = readShopFilter(search);
  const { data } = useSuspenseQuery(shopQuery(filter));
  if (isClosed(filter, data.total)) {
    return (
      <Suspense>
        <ClosedShop topic="shop" />
      </Suspense>
    );
  }
  const link = mailedLinkIn(search);
  return (
    <Page meta={listMeta(filter, data.collections)}>
      {(link || search.has("left")) && (
        <Suspense>
          <SignupAnswer link={link} />
        </Suspense>
      )}
      <ShopListView filter={filter} />
    </Page>
  );
}

/** The shop isn't open while it has nothing. */
const isClosed = (filter: ShopFilter, total: number) => total === 0 && !isNarrowed(filter);

function listMeta(filter: ShopFilter, collections: { slug: string; name: string; description: string }[]) {
  const chosen = collections.find(({ slug }) => slug === filter.collection);
  const { collection, page } = filter;
  return {
    title: chosen ? `${chosen.name}, Shop` : "Shop",
    description:
      chosen?.description || "Savage Gentlemen tees, caps and carnival goods. Small runs, shipped in the US.",
    // The other filters show the same products in other selections: search engines index the collections.
    canonical: paths.shop(chosen ? { collection, page } : { page }),
    hidden: isNarrowed({ ...filter, collection: undefined }) || (collection !== undefined && !chosen),
  };
}

export const page: PageModule = {
  Component: ShopListPage,
  load: async ({ search, read }) => {
    const filter = readShopFilter(search);
    const { total } = await read(shopQuery(filter));
    if (isClosed(filter, total)) await read((await import("#web/features/events/queries.ts")).eventsQuery());
  },
};
