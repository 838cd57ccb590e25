import { expect, test } from "vitest";
import { dragged, squareOf, wholeSquare } from "./avatar-section.tsx";

const wide = { width: 1200, height: 800 };

test.each([
  [wholeSquare, { left: 200, top: 0, side: 800 }],
  [
    { zoom: 1, x: 0, y: 0.5 },
    { left: 0, top: 0, side: 800 },
  ],
  [
    { zoom: 2, x: 1, y: 1 },
    { left: 800, top: 400, side: 400 },
  ],
])("%j of a wide image is the square %j", (crop, square) => {
  expect(squareOf(wide, crop)).toEqual(square);
});

test("a drag moves the image with the finger and stops at its edge", () => {
  const crop = { zoom: 2, x: 0.5, y: 0.5 };
  expect(squareOf(wide, dragged(wide, crop, { x: 0.25, y: 0 })).left).toBe(squareOf(wide, crop).left - 100);
  expect(squareOf(wide, dragged(wide, crop, { x: -9, y: 9 }))).toEqual({ left: 800, top: 0, side: 400 });
});

test("an image without room to move stays in the middle", () => {
  expect(dragged({ width: 500, height: 500 }, wholeSquare, { x: 1, y: 1 })).toEqual(wholeSquare);
});
