import { defineModule } from "#server/platform/module.ts";

/** What the shop sells: products, their variants and collections. */
export const shop = defineModule("shop", () => ({}));
