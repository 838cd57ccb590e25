import { expect, test } from "vitest";
import { moved, positionText, pointAt } from "./focal-picker.tsx";

const frame = { left: 100, top: 50, width: 400, height: 500 } as DOMRectReadOnly;

test.each([
  [
    { clientX: 100, clientY: 50 },
    { x: 0, y: 0 },
  ],
  [
    { clientX: 300, clientY: 300 },
    { x: 0.5, y: 0.5 },
  ],
  [
    { clientX: 9999, clientY: -20 },
    { x: 1, y: 0 },
  ],
])("a click at %o is the point %o", (press, point) => {
  expect(pointAt(press, frame)).toEqual(point);
});

test.each([
  ["ArrowLeft", false, { x: 0.48, y: 0.5 }],
  ["ArrowDown", true, { x: 0.5, y: 0.6 }],
  ["Home", false, { x: 0.5, y: 0.5 }],
  ["Enter", false, undefined],
] as const)("%s (with Shift: %s) leads to %o", (key, isFast, point) => {
  expect(moved({ x: 0.5, y: 0.5 }, key, isFast)).toEqual(point);
});

test("no key leads outside the image", () => {
  expect(moved({ x: 0, y: 1 }, "ArrowLeft", true)).toEqual({ x: 0, y: 1 });
  expect(moved({ x: 0, y: 1 }, "ArrowDown", false)).toEqual({ x: 0, y: 1 });
});

test("a point is described in words", () => {
  expect(positionText({ x: 0.4, y: 0.525 })).toBe("40% from the left, 53% from the top");
});
