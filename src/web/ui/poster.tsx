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

type PosterProps = {
  poster: PosterPicture;
  /** The display width, as a `sizes` attribute. */
  sizes: string;
  /** The page's main image: loaded first, never lazily. */
  lead?: boolean;
  /** True if the title is beside it, so that a screen reader doesn't read it twice. */
  decorative?: boolean;
  className?: string;
};

const widths = { avif: [480, 768, 960], webp: [480, 960] } as const;

const set = (key: string, type: "avif" | "webp") =>
  widths[type].map((width) => `${paths.posters.picture(key, width, type)} ${width}w`).join(", ");

/** Keeps an image's focal point in its frame, in tenths. Classes, because the CSP blocks styles in server HTML. */
const focalStyle = (focal: PosterPicture["focal"]) =>
  focal && `focal-x-${Math.round(focal.x * 10)} focal-y-${Math.round(focal.y * 10)}`;

/** The key of the default background, which replaces a missing image. It has no files. */
const noPicture = "house";

/** A poster in the sizes that the image pipeline makes. Fills its frame; the frame sets the shape. */
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
