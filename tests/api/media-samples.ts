import { sql } from "kysely";
import type { Access } from "#contract/endpoint.ts";
import type { Client, Site } from "#testing/site.ts";
import type { Sample } from "./scene.ts";

/** A small, unique image. */
const file = Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;the pictures of the samples", "latin1");
const headers = { "content-type": "image/gif" };

/** Who may manage the image library. */
export const mediaAccess: Record<string, Access> = {
  "GET /api/admin/pictures": "admin",
  "POST /api/admin/pictures": "admin",
  "GET /api/admin/pictures/{id}": "admin",
  "PATCH /api/admin/pictures/{id}": "admin",
  "DELETE /api/admin/pictures/{id}": "admin",
  "POST /api/admin/pictures/{id}/file": "admin",
  "POST /api/admin/pictures/delete": "admin",
};

/** Two images in the library: one to keep, one to delete. */
export async function prepareMedia({ db }: Site): Promise<{ toKeep: number; toDelete: number }> {
  const { rows } = await sql<{ id: number }>`
    insert into pictures (key, status, file_name, alt, width, height, dominant, accent)
    select key, 'ready', key || '.jpg', 'A poster', 4, 5, '#101010', '#c9a24b'
    from unnest(array['sample-kept', 'sample-to-delete']) as key returning id`.execute(db);
  return { toKeep: rows[0]!.id, toDelete: rows[1]!.id };
}

/** One valid call of every image library endpoint. */
export function mediaSamples(
  { toKeep, toDelete }: { toKeep: number; toDelete: number },
  as: Client,
): Record<string, Sample> {
  const url = `/api/admin/pictures/${toKeep}`;
  return {
    "GET /api/admin/pictures": { as, url: "/api/admin/pictures?q=poster&show=unused&page=1" },
    "POST /api/admin/pictures": { as, url: "/api/admin/pictures?fileName=flyer.gif", body: file, headers },
    "GET /api/admin/pictures/{id}": { as, url },
    "PATCH /api/admin/pictures/{id}": { as, url, body: { alt: "A poster in gold", focal: { x: 0.75, y: 1 } } },
    "POST /api/admin/pictures/{id}/file": { as, url: `${url}/file?fileName=better.gif`, body: file, headers },
    "POST /api/admin/pictures/delete": { as, url: "/api/admin/pictures/delete", body: { ids: [999_999] } },
    "DELETE /api/admin/pictures/{id}": { as, url: `/api/admin/pictures/${toDelete}` },
  };
}

/** Calls whose second reply would differ, changed so that it is the same. */
export function unrepeatableMedia(samples: Record<string, Sample>): Record<string, Sample> {
  const wrongType = { headers: { "content-type": "text/html" } };
  const of = (key: string) => ({ ...samples[key]!, ...wrongType });
  return {
    "POST /api/admin/pictures": of("POST /api/admin/pictures"),
    "POST /api/admin/pictures/{id}/file": of("POST /api/admin/pictures/{id}/file"),
    "DELETE /api/admin/pictures/{id}": {
      ...samples["DELETE /api/admin/pictures/{id}"]!,
      url: "/api/admin/pictures/999999",
    },
  };
}
