import { z } from "zod";
import { adminEndpoint, fileEndpoint, listEndpoint } from "./endpoint.ts";
import { Poster } from "./events/events.ts";
import { AltText } from "./form-fields.ts";
import { ById, CursorList, Empty, Id, Instant, IntOrNull, Line, paging, SearchText, TextOrNull } from "./shapes.ts";

/** Limits for uploads, checked by bytes, not declared type. Of animated images only the first frame counts. */
export const pictureFile = {
  types: ["image/png", "image/jpeg", "image/webp", "image/avif", "image/gif", "application/octet-stream"],
  maxBytes: 25 * 1024 * 1024,
  maxPixels: 50_000_000,
  /** Minimum length of each side. */
  leastSide: 100,
} as const;

/** `uploaded`: queued. `processing`: being resized. `ready`: can be shown. `refused`: can't be used. */
export const PictureStatus = z.enum(["uploaded", "processing", "ready", "refused"]);
export type PictureStatus = z.infer<typeof PictureStatus>;

/** Why an image was refused; `failed` is an error on our side. */
export const PictureRefusal = z.enum(["not_a_picture", "too_many_pixels", "too_small", "unreadable", "failed"]);
export type PictureRefusal = z.infer<typeof PictureRefusal>;

/** The point that every crop of an image keeps, as fractions of its width and height. */
export const FocalPoint = z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });
export type FocalPoint = z.infer<typeof FocalPoint>;

/** One image of the library. */
export const LibraryPicture = z.object({
  id: Id,
  status: PictureStatus,
  refusal: PictureRefusal.nullable(),
  fileName: z.string(),
  alt: z.string(),
  focal: FocalPoint,
  /** Its image files; null until it is ready. */
  poster: Poster.nullable(),
  /** Size of the uploaded file; null for images that came with the site. */
  bytes: IntOrNull,
  /** How many times it is used. */
  uses: z.int(),
  /** The image whose file this one will replace. */
  replacesId: Id.nullable(),
  createdAt: Instant,
  uploadedBy: TextOrNull,
});
export type LibraryPicture = z.infer<typeof LibraryPicture>;

/** One use of an image: kind, id and name. */
export const PictureUse = z.object({ kind: z.string(), targetId: z.string(), label: z.string() });
export type PictureUse = z.infer<typeof PictureUse>;

/** An image with everything that uses it. */
export const PictureDetail = LibraryPicture.extend({
  usedBy: z.array(PictureUse),
  /** The file that will replace this one: in progress, or why it failed. */
  replacement: z.object({ id: Id, status: PictureStatus, refusal: PictureRefusal.nullable() }).nullable(),
});
export type PictureDetail = z.infer<typeof PictureDetail>;

/** `unused` and `no_alt` are among the ready ones; `waiting` is uploaded or processing. */
export const PictureFilter = z.enum(["all", "ready", "unused", "no_alt", "waiting", "refused"]);
export type PictureFilter = z.infer<typeof PictureFilter>;

export const PictureListQuery = z.object({
  /** Words of the alt text or the file name. */
  q: SearchText,
  show: PictureFilter.default("all"),
  ...paging,
});
export type PictureListQuery = z.infer<typeof PictureListQuery>;

/** The library, newest first. */
export const PictureList = CursorList(LibraryPicture);
export type PictureList = z.infer<typeof PictureList>;

const upload = { types: pictureFile.types, maxBytes: pictureFile.maxBytes, streamed: true } as const;
const uploadErrors = ["invalid_input", "too_large", "unsupported_media_type", "storage_full", "unavailable"] as const;
/** The file name, for display only. */
const UploadQuery = z.object({ fileName: Line(1, 200) });

export const listPictures = listEndpoint(
  "/api/admin/pictures",
  "The image library, newest first",
  PictureListQuery,
  PictureList,
);

/** The same as files. Times are in UTC. */
export const exportPictures = fileEndpoint(
  "/api/admin/pictures.csv",
  PictureListQuery.omit({ cursor: true, page: true }),
);

/**
 * Nothing shows it until it is `ready`. Status 200 instead of 201 for a file that is there, so a failed upload can be
 * repeated.
 */
export const uploadPicture = adminEndpoint(
  "POST /api/admin/pictures",
  "Upload an image: creates all sizes without camera metadata; the same file twice is one image",
  {
    limit: "upload",
    upload,
    query: UploadQuery,
    reply: LibraryPicture,
    status: 201,
    errors: uploadErrors,
  },
);

export const getPicture = adminEndpoint("GET /api/admin/pictures/{id}", "One image, and where it is used", {
  params: ById,
  reply: PictureDetail,
});

/** Without a change, nothing is recorded. */
export const changePicture = adminEndpoint(
  "PATCH /api/admin/pictures/{id}",
  "Change an image's alt text and focal point; applies wherever it is used",
  {
    params: ById,
    body: z.strictObject({ alt: AltText, focal: FocalPoint }),
    reply: PictureDetail,
  },
);

/** `not_found` also for an image that isn't ready. */
export const replacePicture = adminEndpoint(
  "POST /api/admin/pictures/{id}/file",
  "Replace an image's file; once processed, it shows wherever the image is used",
  {
    limit: "upload",
    params: ById,
    upload,
    query: UploadQuery,
    reply: LibraryPicture,
    status: 201,
    errors: [...uploadErrors, "not_found"],
  },
);

/** `in_use` names the first three uses. */
export const deletePicture = adminEndpoint("DELETE /api/admin/pictures/{id}", "Delete an unused image", {
  params: ById,
  reply: Empty,
  errors: ["not_found", "in_use"],
});

/** One that gets used at the same moment stays. */
export const deletePictures = adminEndpoint(
  "POST /api/admin/pictures/delete",
  "Delete the unused ones of the given images",
  {
    body: z.strictObject({ ids: z.array(Id).min(1).max(100) }),
    reply: z.object({ deleted: z.array(Id), inUse: z.array(Id) }),
  },
);
