import { FolderOpen, Shirt } from "lucide-react";
import { adminSection } from "#web/admin-kit/admin-section.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";

export const adminPages = [
  adminSection({
    group: "Shop",
    place: 10,
    name: "products",
    label: "Products",
    Icon: Shirt,
    what: "The product list",
    load: async () => (await import("./admin/products-section.tsx")).ProductsSection,
    matters: {
      lowStock: {
        words: ["variant low on stock", "variants low on stock"],
        to: withQuery(paths.admin({ section: "products" }), { show: "low" }),
      },
    },
  }),
  adminSection({
    group: "Shop",
    place: 20,
    name: "collections",
    label: "Collections",
    Icon: FolderOpen,
    what: "The collection list",
    load: async () => (await import("./admin/collections-section.tsx")).CollectionsSection,
  }),
];
