import { badIds } from "#tests/api/mutations.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";
import { embedDraft } from "./api-scene.ts";

const draft = { ...embedDraft, startsAt: "2099-01-01T00:00:00.000Z" };
const optional = ["description", "isRecorded"];
const one = "/api/admin/streams/{id}";

/** Streams as visitors watch them and admins manage them. */
export const nounSamples: NounSamples = {
  access: {
    "GET /api/streams": "public",
    "GET /api/streams/{id}": "public",
    "POST /api/streams/{id}/watch": "public",
    "POST /api/streams/{id}/token": "public",
    "POST /api/streams/{id}/beat": "public",
    "POST /api/streams/{id}/reminder": "public",
    "GET /api/admin/streams": "admin",
    "POST /api/admin/streams": "admin",
    [`GET ${one}`]: "admin",
    [`PUT ${one}`]: "admin",
    [`DELETE ${one}`]: "admin",
    [`POST ${one}/publish`]: "admin",
    [`POST ${one}/go-live`]: "admin",
    [`POST ${one}/switch-encoder`]: "admin",
    [`POST ${one}/end`]: "admin",
    [`POST ${one}/replay`]: "admin",
    [`PUT ${one}/offer`]: "admin",
    [`GET ${one}/health`]: "admin",
    "GET /api/admin/stream-keys": "admin",
    "POST /api/admin/stream-keys": "admin",
    "DELETE /api/admin/stream-keys/{id}": "admin",
  },
  samples: ({ people: { admin, anon, guest }, streams: { live, toEnd, upcoming, toDelete, ended, keyId } }) => {
    const empty = { body: {}, optional: [""] };
    const admins = (id: number, action = "") => ({ as: admin, url: `/api/admin/streams/${id}${action}` });
    return {
      "GET /api/streams": { as: anon, url: "/api/streams" },
      "GET /api/streams/{id}": { as: anon, url: `/api/streams/${live}` },
      "POST /api/streams/{id}/watch": {
        as: guest,
        url: `/api/streams/${live}/watch`,
        body: { keepsSeat: true },
        optional: ["", "keepsSeat"],
      },
      "POST /api/streams/{id}/token": { as: guest, url: `/api/streams/${live}/token`, ...empty },
      "POST /api/streams/{id}/beat": { as: guest, url: `/api/streams/${live}/beat`, ...empty },
      "POST /api/streams/{id}/reminder": {
        as: anon,
        url: `/api/streams/${upcoming}/reminder`,
        body: { email: "marva@example.com" },
      },
      "GET /api/admin/streams": {
        as: admin,
        url: "/api/admin/streams?q=session&show=live&source=embed&event=1&page=1",
      },
      "POST /api/admin/streams": { as: admin, url: "/api/admin/streams", body: draft, optional },
      [`GET ${one}`]: admins(live),
      [`PUT ${one}`]: { ...admins(upcoming), body: { ...draft, version: 2 }, optional },
      [`DELETE ${one}`]: { ...admins(toDelete), ...empty },
      [`POST ${one}/publish`]: { ...admins(live, "/publish"), body: { isPublished: true } },
      [`POST ${one}/go-live`]: { ...admins(live, "/go-live"), ...empty },
      [`POST ${one}/switch-encoder`]: { ...admins(live, "/switch-encoder"), ...empty },
      [`POST ${one}/end`]: { ...admins(toEnd, "/end"), ...empty },
      [`POST ${one}/replay`]: { ...admins(ended, "/replay"), body: { isPublished: true } },
      [`PUT ${one}/offer`]: { ...admins(live, "/offer"), body: { offer: null } },
      [`GET ${one}/health`]: admins(live, "/health"),
      "GET /api/admin/stream-keys": { as: admin, url: "/api/admin/stream-keys" },
      "POST /api/admin/stream-keys": {
        as: admin,
        url: "/api/admin/stream-keys",
        body: { name: "DJ Nia" },
        optional: ["hostEmail"],
      },
      "DELETE /api/admin/stream-keys/{id}": { as: admin, url: `/api/admin/stream-keys/${keyId}`, ...empty },
    };
  },
  unrepeatable: [
    "POST /api/admin/streams",
    `PUT ${one}`,
    `DELETE ${one}`,
    `POST ${one}/publish`,
    `POST ${one}/end`,
    "POST /api/admin/stream-keys",
    "DELETE /api/admin/stream-keys/{id}",
  ],
  badParams: {
    "/api/streams/{id}": badIds,
    "/api/streams/{id}/watch": badIds,
    "/api/streams/{id}/token": badIds,
    "/api/streams/{id}/beat": badIds,
    "/api/streams/{id}/reminder": badIds,
    "/api/admin/streams/{id}": badIds,
    "/api/admin/streams/{id}/publish": badIds,
    "/api/admin/streams/{id}/go-live": badIds,
    "/api/admin/streams/{id}/switch-encoder": badIds,
    "/api/admin/streams/{id}/end": badIds,
    "/api/admin/streams/{id}/replay": badIds,
    "/api/admin/streams/{id}/offer": badIds,
    "/api/admin/streams/{id}/health": badIds,
    "/api/admin/stream-keys/{id}": badIds,
  },
  unknown: [
    ["GET", "/api/streams/999999"],
    ["GET", "/api/admin/streams/999999"],
    ["GET", "/api/admin/streams/999999/health"],
  ],
};
