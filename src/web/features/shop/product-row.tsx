import type { ReactNode } from "react";
import type { ProductSummary } from "#contract/shop/shop.ts";
import { ProductCard } from "./product-card.tsx";

type ProductRowProps = { id: string; title: string; products: ProductSummary[]; action?: ReactNode };

/** A few products in one row under a heading; nothing if there are none. */
export function ProductRow({ id, title, products, action }: ProductRowProps) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={id} className="measure pt-20 md:pt-28">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4 md:mb-10">
        <h2 id={id} className="display text-display-lg">
          {title}
        </h2>
        {action}
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-4 gap-y-10 md:grid-cols-4 md:gap-x-6">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} sizes="(min-width: 84rem) 18rem, (min-width: 48rem) 23vw, 46vw" />
          </li>
        ))}
      </ul>
    </section>
  );
}
