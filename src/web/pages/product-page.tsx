import { useSearchParams } from "#web/lib/router.ts";
import { ProductView } from "#web/features/shop/product/product-view.tsx";
import { productQuery } from "#web/features/shop/queries.ts";
import { withQuery } from "#web/lib/paths.ts";
import { type PageModule, redirectTo } from "#web/lib/page.ts";

function ProductPage() {
  const [search] = useSearchParams();
  return <ProductView slug={search.get("product") ?? ""} />;
}

/** `/shop?product=` with a product's slug. */
export const page: PageModule = {
  Component: ProductPage,
  load: async ({ search, read }) => {
    const slug = search.get("product") ?? "";
    const product = await read(productQuery(slug));
    // A former address leads to the current one, with the rest of its query.
    if (product.slug !== slug) {
      throw redirectTo(withQuery("/shop", { ...Object.fromEntries(search), product: product.slug }));
    }
  },
};
