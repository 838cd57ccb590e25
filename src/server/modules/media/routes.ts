import type { Deps } from "#server/platform/deps.ts";
import { serveFiles } from "#server/platform/files/serve-files.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { whenDone, type RouteContext, PreparedReply, routes } from "#server/platform/http/route.ts";
import { embeddable } from "#server/platform/http/security-headers.ts";
import * as contract from "#contract/media.ts";
import * as library from "./service.ts";
import * as upload from "./upload.ts";

/** The image library, for staff. */
function libraryRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  fileRoutes(context, contract.exportPictures, "images", ({ query }) => library.library.file(db, query));
  routes(context, contract, {
    listPictures: ({ query }) => library.library.list(db, query),
    getPicture: ({ params }) => library.getPicture(db, params.id),
    uploadPicture: async ({ principal, query, stream }) => {
      const file = { staff: principal!, fileName: query.fileName, body: stream! };
      const { picture, isNew } = await upload.uploadPicture(deps, file);
      return isNew ? picture : new PreparedReply(JSON.stringify(picture), 200);
    },
    replacePicture: ({ params, principal, query, stream }) =>
      upload.replacePicture(deps, params.id, { staff: principal!, fileName: query.fileName, body: stream! }),
    changePicture: ({ params, principal, body }) =>
      library.changePicture(deps, params.id, { staff: principal!, ...body }),
    deletePicture: ({ params, principal }) => whenDone(library.deletePicture(deps, params.id, principal!)),
    deletePictures: ({ principal, body }) => library.deletePictures(deps, body.ids, principal!),
  });
}

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
      ...embeddable,
      "cache-control": "public, max-age=604800, stale-while-revalidate=2592000",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
  libraryRoutes(context, deps);
}
