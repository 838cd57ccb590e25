import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Poster } from "./events.ts";
import { AltText } from "./form-fields.ts";
import { Cursor, CursorList, Empty, Id, IdParam, Instant, Line, Page } from "./shapes.ts";

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
  bytes: z.int().nullable(),
  /** How many times it is used. */
  uses: z.int(),
  /** The image whose file this one will replace. */
  replacesId: Id.nullable(),
  createdAt: Instant,
  uploadedBy: z.string().nullable(),
});
export type LibraryPicture = z.infer<typeof LibraryPicture>;

/** One use of an image: kind, id and name. */
export const PictureUse = z.object({ kind: z.string(), targetId: z.string(), label: z.string() });
export type PictureUse = z.infer<typeof PictureUse>;

export const PictureDetail = LibraryPicture.extend({
  usedBy: z.array(PictureUse),
  /** The file that will replace this one: in progress, or why it failed. */
  replacement: z.object({ id: Id, status: PictureStatus, refusal: PictureRefusal.nullable() }).nullable(),
});
export type PictureDetail = z.infer<typeof PictureDetail>;

export const PictureFilter = z.enum(["all", "ready", "unused", "no_alt", "waiting", "refused"]);
export type PictureFilter = z.infer<typeof PictureFilter>;

export const PictureListQuery = z.object({
  /** Words of the alt text or the file name. */
  q: z.string().trim().max(100).optional(),
  show: PictureFilter.default("all"),
  page: Page,
  cursor: Cursor,
});
export type PictureListQuery = z.infer<typeof PictureListQuery>;

/** The library, newest first. */
export const PictureList = CursorList(LibraryPicture);
export type PictureList = z.infer<typeof PictureList>;

const params = z.object({ id: IdParam });
const upload = { types: pictureFile.types, maxBytes: pictureFile.maxBytes, streamed: true } as const;
const uploadErrors = ["invalid_input", "too_large", "unsupported_media_type", "storage_full", "unavailable"] as const;
/** The file name, for display only. */
const UploadQuery = z.object({ fileName: Line(1, 200) });

export const listPictures = endpoint({
  method: "GET",
  path: "/api/admin/pictures",
  summary: "The image library, newest first",
  access: "admin",
  query: PictureListQuery,
  reply: PictureList,
});

export const uploadPicture = endpoint({
  method: "POST",
  path: "/api/admin/pictures",
  summary: "Upload an image: creates all sizes without camera metadata; the same file twice is one image",
  access: "admin",
  limit: "upload",
  upload,
  query: UploadQuery,
  reply: LibraryPicture,
  status: 201,
  errors: uploadErrors,
});

export const getPicture = endpoint({
  method: "GET",
  path: "/api/admin/pictures/{id}",
  summary: "One image, and where it is used",
  access: "admin",
  params,
  reply: PictureDetail,
  errors: ["not_found"],
});

export const changePicture = endpoint({
  method: "PATCH",
  path: "/api/admin/pictures/{id}",
  summary: "Change an image's alt text and focal point; applies wherever it is used",
  access: "admin",
  params,
  body: z.strictObject({ alt: AltText, focal: FocalPoint }),
  reply: PictureDetail,
  errors: ["not_found"],
});

export const replacePicture = endpoint({
  method: "POST",
  path: "/api/admin/pictures/{id}/file",
  summary: "Replace an image's file; once processed, it shows wherever the image is used",
  access: "admin",
  limit: "upload",
  params,
  upload,
  query: UploadQuery,
  reply: LibraryPicture,
  status: 201,
  errors: [...uploadErrors, "not_found"],
});

export const deletePicture = endpoint({
  method: "DELETE",
  path: "/api/admin/pictures/{id}",
  summary: "Delete an unused image",
  access: "admin",
  params,
  reply: Empty,
  errors: ["not_found", "in_use"],
});

export const deletePictures = endpoint({
  method: "POST",
  path: "/api/admin/pictures/delete",
  summary: "Delete the unused ones of the given images",
  access: "admin",
  body: z.strictObject({ ids: z.array(Id).min(1).max(100) }),
  reply: z.object({ deleted: z.array(Id), inUse: z.array(Id) }),
});
