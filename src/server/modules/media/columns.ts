import { sql } from "kysely";
import type { Poster } from "#contract/events/events.ts";
import type { FocalPoint, PictureRefusal, PictureStatus } from "#contract/media.ts";

/** The columns of `pictures p` that every view of an image reads. */
export const pictureColumns = sql`
  p.id, p.key, p.status, p.refusal, p.file_name as "fileName", p.alt, p.bytes, p.width, p.height, p.dominant, p.accent,
  p.placeholder, p.focal_x as "focalX", p.focal_y as "focalY", p.replaces_id as "replacesId", p.created_at as "createdAt"`;

/** The same as a row. */
export interface PictureRow {
  id: number;
  key: string;
  status: PictureStatus;
  refusal: PictureRefusal | null;
  fileName: string;
  alt: string;
  bytes: number | null;
  width: number | null;
  height: number | null;
  dominant: string | null;
  accent: string | null;
  placeholder: string | null;
  focalX: number;
  focalY: number;
  replacesId: number | null;
  createdAt: Date;
}

/** The focal point as people set it: the column is single precision. */
export const focalOf = ({ focalX, focalY }: Pick<PictureRow, "focalX" | "focalY">): FocalPoint => ({
  x: Math.round(focalX * 1000) / 1000,
  y: Math.round(focalY * 1000) / 1000,
});

/** An image's poster; null until it is ready. */
export function toPoster(row: PictureRow): Poster | null {
  const { key, alt, dominant, accent, placeholder, width, height } = row;
  if (row.status !== "ready" || dominant === null || accent === null || width === null || height === null) return null;
  const focal = focalOf(row);
  const isMiddle = focal.x === 0.5 && focal.y === 0.5;
  return { key, alt, dominant, accent, placeholder, width, height, ...(isMiddle ? {} : { focal }) };
}
