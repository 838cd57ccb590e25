import { clsx } from "clsx";
import { preload } from "react-dom";
import { paths } from "#web/lib/paths.ts";

export type PosterPicture = {
  key: string;
  alt: string;
  placeholder: string | null;
  width: number;
  height: number;
  focal?: { x: number; y: number } | undefined;
};

export type PosterProps = {
  poster: PosterPicture;
  /** The width it will be shown at, as the `sizes` attribute wants it. */
  sizes: string;
  /** The one picture that makes the page: fetched first, never lazily. */
  lead?: boolean;
  /** True where the title stands beside it, so that a screen reader does not hear it twice. */
  decorative?: boolean;
  className?: string;
};

const widths = { avif: [480, 768, 960], webp: [480, 960] } as const;

const set = (key: string, type: "avif" | "webp") =>
  widths[type].map((width) => `${paths.posters.picture(key, width, type)} ${width}w`).join(", ");

/** Keeps a picture's focal point in its frame, in tenths: the server's HTML may carry classes but no styles. */
export const focalStyle = (focal: PosterPicture["focal"]) =>
  focal && `focal-x-${Math.round(focal.x * 10)} focal-y-${Math.round(focal.y * 10)}`;

/** The key of the house's own cloth: it stands in where there is no picture yet, and has no files. */
const noPicture = "house";

/** A poster in the sizes the artwork pipeline makes. Fills its frame; the frame decides the shape. */
export function Poster({ poster, sizes, lead = false, decorative = false, className }: PosterProps) {
  if (poster.key === noPicture) return <span className={clsx("relative block bg-raised pinstripe", className)} />;
  if (lead) {
    const imageSrcSet = set(poster.key, "avif");
    preload(paths.posters.picture(poster.key, 960, "avif"), {
      as: "image",
      type: "image/avif",
      imageSrcSet,
      imageSizes: sizes,
      fetchPriority: "high",
    });
  }
  return (
    <span className={clsx("relative block overflow-hidden bg-raised", className)}>
      {poster.placeholder && (
        <img
          src={poster.placeholder}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-110 object-cover blur-xl"
        />
      )}
      <picture>
        <source type="image/avif" srcSet={set(poster.key, "avif")} sizes={sizes} />
        <source type="image/webp" srcSet={set(poster.key, "webp")} sizes={sizes} />
        <img
          src={paths.posters.fallback(poster.key)}
          alt={decorative ? "" : poster.alt}
          width={poster.width}
          height={poster.height}
          loading={lead ? "eager" : "lazy"}
          decoding={lead ? "sync" : "async"}
          {...(lead ? { fetchPriority: "high" as const } : {})}
          className={clsx("absolute inset-0 size-full object-cover", focalStyle(poster.focal))}
        />
      </picture>
    </span>
  );
}
