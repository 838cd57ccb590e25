import * as staff from "#contract/streams/admin.ts";
import * as contract from "#contract/streams/streams.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { routes, whenDone, type Call, type RouteContext } from "#server/platform/http/route.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { setOffer } from "./admin/offer.ts";
import * as admin from "./admin/service.ts";
import * as keys from "./keys/service.ts";
import { remindOfStream } from "./reminders/service.ts";
import { getHealth, getStream, listStreams } from "./views.ts";
import type { Gate } from "./watching/gate.ts";
import { beat, renewToken, watch } from "./watching/service.ts";
import { setGrantCookie, setViewerCookie, readViewer, type Viewer } from "./watching/viewer.ts";

/** Streams for visitors. */
export function streamsRoutes(context: RouteContext, deps: Deps, gate: Gate): void {
  const { db, config } = deps;
  const needs = { ...deps, gate };
  const known = ({ request }: Call<Endpoint>): Viewer | undefined => readViewer(request, config, context.cookieName);
  const requireKnown = (call: Call<Endpoint>): Viewer => {
    const viewer = known(call);
    if (viewer === undefined) throw new AppError("not_signed_in");
    return viewer;
  };

  routes(context, contract, {
    listStreams: () => listStreams(db),
    getStream: ({ params }) => getStream(db, params.id),
    async watchStream(call) {
      const viewer = known(call) ?? setViewerCookie(call.request, call.reply, config);
      const playback = await watch(needs, call.params.id, viewer, call.body?.keepsSeat ?? false);
      if (playback.kind === "playlist") setGrantCookie(call.reply, config, call.params.id, playback.token);
      return playback;
    },
    async renewViewerToken(call) {
      const renewed = await renewToken(needs, call.params.id, requireKnown(call));
      setGrantCookie(call.reply, config, call.params.id, renewed.token);
      return renewed;
    },
    beatStream: (call) => beat(needs, call.params.id, requireKnown(call)),
    remindOfStream: ({ params, principal, body }) => remindOfStream(deps, principal, params.id, body),
  });
}

/** Streams and their keys, for staff. */
export function streamAdminRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  routes(context, staff, {
    listAdminStreams: ({ query }) => admin.streamList.list(db, query),
    getAdminStream: ({ params }) => admin.getAdminStream(db, params.id),
    createStream: ({ principal, body }) => admin.createStream(deps, principal!, body),
    changeStream: ({ principal, params, body }) => admin.changeStream(deps, principal!, params.id, body),
    publishStream: ({ principal, params, body }) => admin.publishStream(deps, principal!, params.id, body.isPublished),
    goLive: ({ principal, params }) => admin.goLive(deps, principal!, params.id),
    setStreamOffer: ({ principal, params, body }) => setOffer(deps, principal!, params.id, body.offer),
    switchEncoder: ({ principal, params }) => admin.switchEncoder(deps, principal!, params.id),
    endStream: ({ principal, params }) => admin.endStream(deps, principal!, params.id),
    publishReplay: ({ principal, params, body }) => admin.publishReplay(deps, principal!, params.id, body.isPublished),
    deleteStream: ({ principal, params }) => whenDone(admin.deleteStream(deps, principal!, params.id)),
    getStreamHealth: ({ params }) => getHealth(db, params.id),
    listStreamKeys: () => keys.listKeys(db),
    createStreamKey: ({ principal, body }) => keys.createKey(deps, principal!, body),
    revokeStreamKey: ({ principal, params }) => whenDone(keys.revokeKey(deps, principal!, params.id)),
  });
  fileRoutes(context, staff.exportStreamKeys, "stream-keys", () => keys.keysFile(db));
  fileRoutes(context, staff.exportAdminStreams, "streams", ({ query }) => admin.streamList.file(db, query));
}
