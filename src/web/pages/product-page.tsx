import { useSearchParams } from "react-router";
import { ProductView } from "#web/features/shop/product/product-view.tsx";
import { productQuery } from "#web/features/shop/queries.ts";
import type { PageModule } from "#web/lib/page.ts";

function ProductPage() {
  const [search] = useSearchParams();
  return <ProductView slug={search.get("product") ?? ""} />;
}

/** `/shop?product=` with a product's slug. */
export const page: PageModule = {
  Component: ProductPage,
  load: async ({ search, read }) => void (await read(productQuery(search.get("product") ?? ""))),
};
