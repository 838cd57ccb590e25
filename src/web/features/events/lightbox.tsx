import { ArrowLeft, ArrowRight, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { Poster as Picture } from "#contract/events/events.ts";
import { paths } from "#web/lib/paths.ts";
import { IconButton } from "#web/ui/button.tsx";
import { useStrip } from "#web/lib/use-strip.ts";

const onDark = "text-bone! hover:bg-bone/15! [&>svg]:size-6";

type LightboxProps = {
  pictures: Picture[];
  first: number;
  /** What is said below each photo besides its description. */
  captions?: ReactNode[];
  onClose: () => void;
};

/** Full-screen photos: swiped on a phone, changed with arrows on desktop. The browser's own dialog returns the focus. */
export function Lightbox({ pictures, first, captions, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { strip, index: shown, go, follow } = useStrip(pictures.length, first);
  const opener = useRef<Element>(null);

  useEffect(() => {
    opener.current = document.activeElement;
    dialog.current?.showModal();
    document.documentElement.classList.add("overflow-hidden");
    return () => {
      document.documentElement.classList.remove("overflow-hidden");
      (opener.current as HTMLElement | null)?.focus();
    };
  }, []);

  function showByKey(e: KeyboardEvent) {
    const places: Record<string, number> = {
      ArrowLeft: shown - 1,
      ArrowRight: shown + 1,
      Home: 0,
      End: pictures.length - 1,
    };
    const place = places[e.key];
    if (place === undefined) return;
    e.preventDefault();
    go(place);
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Photos"
      onClose={onClose}
      onKeyDown={showByKey}
      className="fixed inset-0 m-0 grid h-dvh max-h-none w-screen max-w-none grid-rows-[auto_minmax(0,1fr)] bg-night text-bone backdrop:bg-night"
    >
      <div className="flex items-center justify-between gap-3 p-3">
        <p role="status" className="font-display text-xl font-bold tabular-nums">
          {shown + 1} / {pictures.length}
        </p>
        <div className="flex gap-1">
          <IconButton
            label="Previous photo"
            Icon={ArrowLeft}
            disabled={shown === 0}
            onClick={() => go(shown - 1)}
            className={onDark}
          />
          <IconButton
            label="Next photo"
            Icon={ArrowRight}
            disabled={shown === pictures.length - 1}
            onClick={() => go(shown + 1)}
            className={onDark}
          />
          <IconButton label="Close" Icon={X} onClick={() => dialog.current?.close()} className={onDark} />
        </div>
      </div>
      <ul
        ref={strip}
        // A scrolling element must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="All photos"
        onScroll={follow}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-contain [scrollbar-width:none]"
      >
        {pictures.map((picture, index) => (
          <li
            key={picture.key}
            inert={index !== shown}
            className="grid size-full shrink-0 snap-center grid-rows-[minmax(0,1fr)_auto] place-items-center gap-3 px-3 pb-5"
          >
            <picture className="contents">
              {/* If visible, it would be a grid item, and the photo would leave the row that sets its height. */}
              <source className="hidden" type="image/avif" srcSet={paths.posters.picture(picture.key, 960, "avif")} />
              <img
                src={paths.posters.fallback(picture.key)}
                alt={picture.alt}
                width={picture.width}
                height={picture.height}
                loading={Math.abs(index - shown) < 2 ? "eager" : "lazy"}
                className="size-full object-contain"
              />
            </picture>
            <div className="grid max-w-[60ch] gap-1 text-center text-sm text-bone-dim">
              {captions?.[index]}
              <p aria-hidden="true">{picture.alt}</p>
            </div>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
