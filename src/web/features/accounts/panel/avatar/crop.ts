/** Width and height of an image. */
type Size = { width: number; height: number };

/** The square of an image to keep: the zoom (1 fits the most), and the position from 0 (left, top) to 1 (right, bottom). */
export type Crop = { zoom: number; x: number; y: number };

export const wholeSquare: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 4;

const within = (value: number, least: number, max: number) => Math.min(max, Math.max(least, value));

/** The square in the image's own pixels. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  return { left: x * (width - side), top: y * (height - side), side };
}

/** The crop after a drag, measured as fractions of the frame's side. */
export function dragged(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { side } = squareOf(size, crop);
  const move = (at: number, share: number, length: number) =>
    length - side < 1 ? 0.5 : within(at - (share * side) / (length - side), 0, 1);
  return { ...crop, x: move(crop.x, by.x, size.width), y: move(crop.y, by.y, size.height) };
}
