import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { ProductDetail } from "#contract/shop/shop.ts";
import { paths } from "#web/lib/paths.ts";
import { firstPicks, type Picks, variantOf, withPick } from "./choice.ts";

/**
 * What is chosen of a product. The chosen variant is in the URL, so that a shared link shows it; a link to another variant
 * of the same product changes the choice.
 */
export function useChoice(product: ProductDetail) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const inAddress = search.get("variant");
  const [picks, setPicks] = useState<Picks>(() => firstPicks(product, inAddress));
  const written = useRef(inAddress);

  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setPicks(firstPicks(product, inAddress));
  }, [inAddress, product]);

  function pick(at: number, value: string) {
    const next = withPick(product, picks, at, value);
    setPicks(next);
    const sku = variantOf(product, next)?.sku ?? null;
    if (sku === written.current) return;
    written.current = sku;
    void navigate(paths.product(product, sku ?? undefined), { replace: true, preventScrollReset: true });
  }

  return { picks, pick, variant: variantOf(product, picks) };
}
