import type { Deps } from "#server/platform/deps.ts";
import { serveFiles } from "#server/platform/files/serve-files.ts";
import type { RouteContext } from "#server/platform/http/route.ts";
import { libraryRoutes } from "./admin-routes.ts";

/**
 * Serves the images at /media, and their library to staff. Images are content, never code: browsers don't sniff their
 * type, and an image opened by its own URL runs in a sandbox. A changed image gets a new name; a card may be cropped
 * again under the same name, and for that a week is soon enough.
 */
export function mediaRoutes(context: RouteContext, deps: Deps): void {
  serveFiles(context.app, deps.files, {
    prefix: "/media/",
    types: { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png" },
    headers: {
      "cache-control": "public, max-age=604800, stale-while-revalidate=2592000",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
  libraryRoutes(context, deps);
}
