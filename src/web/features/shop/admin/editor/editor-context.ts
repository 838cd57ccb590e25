import { createContext, use } from "react";
import type { AdminProduct } from "#contract/shop/products.ts";
import type { ZodForm } from "#web/ui/use-zod-form.ts";
import type { ProductForm } from "./product-form.ts";

/** What every part of the editor shares. */
type ProductEditorState = {
  form: ZodForm<ProductForm>;
  /** The product as it is saved now, with its current stock. */
  product: AdminProduct;
  /** The time zone that drops are typed and shown in. */
  timeZone: string;
  /** Sets some fields, and marks them as changed. */
  set: (values: Partial<ProductForm>) => void;
};

export const ProductEditorContext = createContext<ProductEditorState | undefined>(undefined);

/** The form of the product that staff edit. */
export function useProductEditor(): ProductEditorState {
  const state = use(ProductEditorContext);
  if (state === undefined) throw new Error("useProductEditor must be used within the product editor");
  return state;
}
