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
