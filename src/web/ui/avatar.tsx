import { clsx } from "clsx";
import { useState } from "react";

/** A profile picture, or the first letter of the name if there is none. */
export function Avatar({ src, letter, className }: { src?: string | null; letter: string; className?: string }) {
  const [failed, setFailed] = useState<string>();

  function catchEarlyFailure(image: HTMLImageElement | null) {
    // An image in the server's HTML may have failed before React attached its handler.
    if (image?.complete && image.naturalWidth === 0 && src) setFailed(src);
  }

  return (
    <span
      className={clsx(
        "@container grid size-9 shrink-0 place-items-center overflow-hidden rounded-full bg-gold font-display text-xl font-bold text-on-gold",
        className,
      )}
    >
      {src && src !== failed ? (
        <img
          ref={catchEarlyFailure}
          src={src}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setFailed(src)}
        />
      ) : (
        // The letter fits its circle, whatever size a visitor reads text in.
        <span className="text-[min(1em,60cqi)] leading-none">{letter}</span>
      )}
    </span>
  );
}
