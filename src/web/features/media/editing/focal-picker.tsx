import { type KeyboardEvent, type PointerEvent, useId, useRef } from "react";
import type { Poster } from "#contract/events/events.ts";
import { paths } from "#web/lib/paths.ts";

export type Point = { x: number; y: number };

const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

/** A point in the image, from a click in its frame. */
export function pointAt(press: { clientX: number; clientY: number }, frame: DOMRectReadOnly): Point {
  return {
    x: within((press.clientX - frame.left) / frame.width),
    y: within((press.clientY - frame.top) / frame.height),
  };
}

const ways: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The point after a key press: arrows move 0.02, with Shift 0.1, Home centers; undefined for other keys. */
export function moved(point: Point, key: string, isFast: boolean): Point | undefined {
  if (key === "Home") return { x: 0.5, y: 0.5 };
  const way = ways[key];
  const step = isFast ? 0.1 : 0.02;
  return way && { x: within(point.x + way.x * step), y: within(point.y + way.y * step) };
}

/** "40% from the left, 20% from the top". */
export const positionText = ({ x, y }: Point) =>
  `${Math.round(x * 100)}% from the left, ${Math.round(y * 100)}% from the top`;

/** Chooses the point that every crop keeps: click the image, drag the ring or use the arrow keys. */
export function FocalPicker({
  poster,
  value,
  onChange,
}: {
  poster: Poster;
  value: Point;
  onChange: (point: Point) => void;
}) {
  const hintId = useId();
  const frame = useRef<HTMLDivElement>(null);

  const set = (place: { clientX: number; clientY: number }) =>
    frame.current && onChange(pointAt(place, frame.current.getBoundingClientRect()));

  function press(e: KeyboardEvent) {
    const next = moved(value, e.key, e.shiftKey);
    if (!next) return;
    e.preventDefault();
    onChange(next);
  }

  function drag(e: PointerEvent<HTMLElement>) {
    if (e.currentTarget.hasPointerCapture(e.pointerId)) set(e);
  }

  return (
    <div className="grid gap-2">
      <div
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label="Focal point"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(value.x * 100)}
        aria-valuetext={positionText(value)}
        aria-describedby={hintId}
        onKeyDown={press}
        onClick={set}
        className="relative mx-auto w-fit cursor-crosshair overflow-hidden rounded-md border border-line select-none"
      >
        <img
          src={paths.posters.fallback(poster.key)}
          alt=""
          width={poster.width}
          height={poster.height}
          draggable={false}
          className="block h-auto max-h-[65vh] w-auto max-w-full"
        />
        <span
          aria-hidden="true"
          onPointerDown={(e) => e.currentTarget.setPointerCapture(e.pointerId)}
          onPointerMove={drag}
          style={{ left: `${value.x * 100}%`, top: `${value.y * 100}%` }}
          className="absolute grid size-11 -translate-1/2 cursor-grab touch-none place-items-center rounded-full border-3 border-bone bg-night/30 shadow-[0_0_0_2px_#0c0a08] active:cursor-grabbing"
        >
          <span className="size-2 rounded-full bg-gold shadow-[0_0_0_2px_#0c0a08]" />
        </span>
      </div>
      <p id={hintId} className="text-center text-sm text-muted">
        Click, tap or drag to the part every crop should keep. Arrow keys move it, Shift moves it faster, Home centers
        it.
      </p>
    </div>
  );
}
