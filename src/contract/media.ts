import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Poster } from "./events.ts";
import { Cursor, CursorList, Empty, Id, IdParam, Instant, Line, Page } from "./shapes.ts";

/** What may be uploaded: judged by its bytes, whatever it says of itself. Of moving pictures the first frame counts. */
export const pictureFile = {
  types: ["image/png", "image/jpeg", "image/webp", "image/avif", "image/gif", "application/octet-stream"],
  maxBytes: 25 * 1024 * 1024,
  maxPixels: 50_000_000,
  /** Neither side may be shorter. */
  leastSide: 100,
} as const;

/** `uploaded` waits its turn, `processing` is being drawn in all sizes, `ready` can be shown, `refused` never will. */
export const PictureState = z.enum(["uploaded", "processing", "ready", "refused"]);
export type PictureState = z.infer<typeof PictureState>;

/** Why a file became no picture; `failed` is our own fault. */
export const PictureFault = z.enum(["not_a_picture", "too_many_pixels", "too_small", "unreadable", "failed"]);
export type PictureFault = z.infer<typeof PictureFault>;

/** The point that every crop of a picture keeps, in parts of its width and height. */
export const FocalPoint = z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });
export type FocalPoint = z.infer<typeof FocalPoint>;

/** What a picture shows, for those who do not see it; empty until somebody wrote it. */
export const AltText = Line(1, 300);

/** One picture of the library. */
export const LibraryPicture = z.object({
  id: Id,
  state: PictureState,
  fault: PictureFault.nullable(),
  fileName: z.string(),
  alt: z.string(),
  focal: FocalPoint,
  /** What shows it; null until it is ready. */
  poster: Poster.nullable(),
  /** Size of the file as it came; null for pictures that came with the site. */
  bytes: z.int().nullable(),
  /** At how many places it is used. */
  uses: z.int(),
  /** The picture whose file this one will take the place of. */
  replacesId: Id.nullable(),
  createdAt: Instant,
  uploadedBy: z.string().nullable(),
});
export type LibraryPicture = z.infer<typeof LibraryPicture>;

/** One place where a picture is used: what it is, which one, and its name. */
export const PictureUse = z.object({ kind: z.string(), targetId: z.string(), label: z.string() });
export type PictureUse = z.infer<typeof PictureUse>;

export const PictureDetail = LibraryPicture.extend({
  usedBy: z.array(PictureUse),
  /** The file that is to take this one's place: on its way, or why it cannot. */
  replacement: z.object({ id: Id, state: PictureState, fault: PictureFault.nullable() }).nullable(),
});
export type PictureDetail = z.infer<typeof PictureDetail>;

export const PictureFilter = z.enum(["all", "ready", "unused", "no_alt", "waiting", "refused"]);
export type PictureFilter = z.infer<typeof PictureFilter>;

export const PictureListQuery = z.object({
  /** Words of the alt text or the file's name. */
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
/** The file's name, as a hint for people; it decides nothing. */
const UploadQuery = z.object({ fileName: Line(1, 200) });

export const listPictures = endpoint({
  method: "GET",
  path: "/api/admin/pictures",
  summary: "The picture library, newest first",
  access: "admin",
  limit: "read",
  query: PictureListQuery,
  reply: PictureList,
  errors: ["invalid_input"],
});

export const uploadPicture = endpoint({
  method: "POST",
  path: "/api/admin/pictures",
  summary:
    "Upload a picture: it is drawn anew in all sizes, without what the camera wrote into it; the same file twice is one",
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
  summary: "One picture, and where it is used",
  access: "admin",
  limit: "read",
  params,
  reply: PictureDetail,
  errors: ["not_found"],
});

export const changePicture = endpoint({
  method: "PATCH",
  path: "/api/admin/pictures/{id}",
  summary: "Say what a picture shows, and which point its crops keep; wherever it is used it changes as well",
  access: "admin",
  limit: "write",
  params,
  body: z.strictObject({ alt: AltText, focal: FocalPoint }),
  reply: PictureDetail,
  errors: ["invalid_input", "not_found"],
});

export const replacePicture = endpoint({
  method: "POST",
  path: "/api/admin/pictures/{id}/file",
  summary: "Put another file in a picture's place: once it is drawn, everything that uses the picture shows it",
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
  summary: "Delete a picture that nothing uses",
  access: "admin",
  limit: "write",
  params,
  reply: Empty,
  errors: ["not_found", "in_use"],
});

export const deletePictures = endpoint({
  method: "POST",
  path: "/api/admin/pictures/delete",
  summary: "Delete those of some pictures that nothing uses",
  access: "admin",
  limit: "write",
  body: z.strictObject({ ids: z.array(Id).min(1).max(100) }),
  reply: z.object({ deleted: z.array(Id), inUse: z.array(Id) }),
  errors: ["invalid_input"],
});
