import * as contract from "#contract/media.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PreparedReply, route, type RouteContext } from "#server/platform/http/route.ts";
import * as library from "./library/service.ts";
import * as upload from "./upload/service.ts";

/** The image library, for staff. */
export function libraryRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  route(context, contract.listPictures, ({ query }) => library.library.list(db, query));
  route(context, contract.getPicture, ({ params }) => library.getPicture(db, params.id));
  route(context, contract.uploadPicture, async ({ principal, query, stream }) => {
    const file = { staff: principal!, fileName: query.fileName, body: stream! };
    const { picture, isNew } = await upload.uploadPicture(deps, file);
    return isNew ? picture : new PreparedReply(JSON.stringify(picture), 200);
  });
  route(context, contract.replacePicture, ({ params, principal, query, stream }) =>
    upload.replacePicture(deps, params.id, { staff: principal!, fileName: query.fileName, body: stream! }),
  );
  route(context, contract.changePicture, ({ params, principal, body }) =>
    library.changePicture(deps, params.id, { staff: principal!, ...body }),
  );
  route(context, contract.deletePicture, async ({ params, principal }) => {
    await library.deletePicture(deps, params.id, principal!);
    return { ok: true } as const;
  });
  route(context, contract.deletePictures, ({ principal, body }) => library.deletePictures(deps, body.ids, principal!));
}
