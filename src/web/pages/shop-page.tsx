import { useSearchParams } from "#web/lib/router.ts";
import type { PageModule } from "#web/lib/page.ts";

/** The shop's path has two pages, each with its own script: the list, and a product. */
const parts = { list: () => import("./shop-list-page.tsx"), product: () => import("./product-page.tsx") };
const loaded: Partial<Record<keyof typeof parts, PageModule>> = {};

const partOf = (search: URLSearchParams) => (search.get("product") ? "product" : "list");

async function prepare(search: URLSearchParams): Promise<PageModule> {
  const name = partOf(search);
  return (loaded[name] ??= (await parts[name]()).page);
}

function ShopPage() {
  const [search] = useSearchParams();
  const { Component } = loaded[partOf(search)]!;
  return <Component key={search.get("product")} />;
}

export const page: PageModule = {
  Component: ShopPage,
  prepare,
  load: async (request) => (await prepare(request.search)).load?.(request),
};
