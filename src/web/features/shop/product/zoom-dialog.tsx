import { ArrowLeft, ArrowRight, X, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Poster as Picture } from "#contract/events/events.ts";
import { paths } from "#web/lib/paths.ts";
import { IconButton } from "#web/ui/button.tsx";
import { useZoomGestures } from "./use-zoom-gestures.ts";

const onDark = "text-bone! hover:bg-bone/15! [&>svg]:size-6";
const closest = 4;
const stepOf = 1.5;
const onDouble = 2.25;

type ZoomDialogProps = { pictures: Picture[]; first: number; title: string; onClose: () => void };

/**
 * A product's pictures in full, closer by button, key, wheel, pinch or double press; a closer one is scrolled around.
 * The browser's own dialog keeps the focus in it; afterwards the focus is where it was.
 */
export function ZoomDialog({ pictures, first, title, onClose }: ZoomDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(first);
  const [scale, setScale] = useState(1);
  const zoom = (by: number) => setScale((now) => Math.min(closest, Math.max(1, now * by)));
  const frame = useZoomGestures(zoom, () => setScale((now) => (now > 1 ? 1 : onDouble)));
  useModal(dialog);
  useCenterKept(frame, scale);

  function show(index: number) {
    if (index < 0 || index >= pictures.length) return;
    setShown(index);
    setScale(1);
  }

  function pressKey(e: KeyboardEvent) {
    const acts: Record<string, () => void> = {
      "+": () => zoom(stepOf),
      "=": () => zoom(stepOf),
      "-": () => zoom(1 / stepOf),
      "0": () => setScale(1),
      // A closer picture scrolls with the arrows.
      ...(scale === 1 && { ArrowLeft: () => show(shown - 1), ArrowRight: () => show(shown + 1) }),
    };
    const act = e.ctrlKey || e.metaKey ? undefined : acts[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }

  const picture = pictures[shown]!;
  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${title}`}
      onClose={onClose}
      onKeyDown={pressKey}
      className="fixed inset-0 m-0 grid h-dvh max-h-none w-screen max-w-none grid-rows-[auto_minmax(0,1fr)] bg-night text-bone backdrop:bg-night"
    >
      <div className="flex items-center justify-between gap-3 p-3">
        <p role="status" className="font-display text-xl font-bold tabular-nums">
          {shown + 1} / {pictures.length}
          {scale > 1 && <span className="ml-3 text-bone-dim">{Math.round(scale * 100)}%</span>}
        </p>
        <div className="flex gap-1">
          <IconButton
            label="Zoom out"
            Icon={ZoomOut}
            disabled={scale === 1}
            onClick={() => zoom(1 / stepOf)}
            className={onDark}
          />
          <IconButton
            label="Zoom in"
            Icon={ZoomIn}
            disabled={scale === closest}
            onClick={() => zoom(stepOf)}
            className={onDark}
          />
          {pictures.length > 1 && (
            <>
              <IconButton
                label="Previous picture"
                Icon={ArrowLeft}
                disabled={shown === 0}
                onClick={() => show(shown - 1)}
                className={onDark}
              />
              <IconButton
                label="Next picture"
                Icon={ArrowRight}
                disabled={shown === pictures.length - 1}
                onClick={() => show(shown + 1)}
                className={onDark}
              />
            </>
          )}
          <IconButton label="Close" Icon={X} onClick={() => dialog.current?.close()} className={onDark} />
        </div>
      </div>
      <div
        ref={frame}
        role="group"
        aria-label={scale > 1 ? "Picture, scroll to move" : "Picture"}
        // A scrolling element must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative touch-pan-x touch-pan-y overflow-auto overscroll-contain"
      >
        <picture className="block" style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}>
          <source type="image/avif" srcSet={paths.posters.picture(picture.key, 960, "avif")} media="(width < 60rem)" />
          <img
            src={paths.posters.fallback(picture.key)}
            alt={picture.alt || title}
            width={picture.width}
            height={picture.height}
            draggable={false}
            className="size-full object-contain"
          />
        </picture>
      </div>
    </dialog>
  );
}

/** Keeps the middle of what is seen in the middle when the picture comes closer. */
function useCenterKept(frame: React.RefObject<HTMLDivElement | null>, scale: number) {
  const before = useRef(scale);
  useLayoutEffect(() => {
    const element = frame.current;
    const by = scale / before.current;
    before.current = scale;
    if (!element || by === 1) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = element;
    element.scrollTo({
      left: (scrollLeft + clientWidth / 2) * by - clientWidth / 2,
      top: (scrollTop + clientHeight / 2) * by - clientHeight / 2,
      behavior: "instant",
    });
  }, [frame, scale]);
}

/** Shows the dialog above everything, and afterwards returns the focus to where it was. */
function useModal(dialog: React.RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    document.documentElement.classList.add("overflow-hidden");
    return () => {
      document.documentElement.classList.remove("overflow-hidden");
      opener?.focus();
    };
  }, [dialog]);
}
