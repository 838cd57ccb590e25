import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The demo's posters, which come with the code; index.json describes them. */
export const postersFolder = fileURLToPath(new URL("./media/posters", import.meta.url));
/** Details of the posters, for galleries and acts; described the same way. */
export const detailsFolder = fileURLToPath(new URL("./media/details", import.meta.url));

/** Pictures of the shop's products; described the same way. */
export const productsFolder = fileURLToPath(new URL("./media/products", import.meta.url));

/** Copies the posters, their details and the products to the folder of served images; existing ones stay. */
export function copyPosters(dataDir: string): void {
  for (const folder of [postersFolder, detailsFolder, productsFolder].filter((path) => existsSync(path))) {
    cpSync(folder, join(dataDir, "media", "posters"), {
      recursive: true,
      force: false,
      filter: (source) => !source.endsWith(".json"),
    });
  }
}
