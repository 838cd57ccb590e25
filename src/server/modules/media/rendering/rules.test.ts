import { expect, test } from "vitest";
import { colorsOf, cropAround, filesOf, keyOfFile } from "./rules.ts";

const key = "0123456789abcdef0123456789abcdef";

test.each([
  ["the middle", { x: 0.5, y: 0.5 }, { left: 0, top: 435, width: 1200, height: 630 }],
  ["the top", { x: 0.2, y: 0 }, { left: 0, top: 0, width: 1200, height: 630 }],
  ["the bottom", { x: 1, y: 1 }, { left: 0, top: 870, width: 1200, height: 630 }],
])("a poster's card keeps %s", (_, focal, crop) => {
  expect(cropAround({ width: 1200, height: 1500 }, { width: 1200, height: 630 }, focal)).toEqual(crop);
});

test("a crop never leaves its image and always contains the focal point", () => {
  for (const [width, height] of [
    [100, 100],
    [5000, 100],
    [101, 3600],
    [1, 1],
    [1199, 629],
  ] as const) {
    for (const x of [0, 0.01, 0.33, 0.5, 0.99, 1]) {
      for (const y of [0, 0.2, 0.5, 1]) {
        const crop = cropAround({ width, height }, { width: 1200, height: 630 }, { x, y });
        expect([crop.left >= 0, crop.top >= 0]).toEqual([true, true]);
        expect([crop.left + crop.width <= width, crop.top + crop.height <= height]).toEqual([true, true]);
        expect(crop.left <= x * width && x * width <= crop.left + crop.width + 1).toBe(true);
        expect(crop.top <= y * height && y * height <= crop.top + crop.height + 1).toBe(true);
      }
    }
  }
});

test("only names of uploaded files are recognized", () => {
  expect(filesOf(key)).toHaveLength(7);
  for (const name of filesOf(key)) expect(keyOfFile(name)).toBe(key);
  for (const name of [
    "posters/velvet-riddim-480.avif",
    `avatars/${key}-96.webp`,
    `posters/${key}.jpg`,
    `${key}-480.avif`,
  ]) {
    expect(keyOfFile(name)).toBeUndefined();
  }
});

const paint = (...parts: [number, [number, number, number]][]) =>
  Uint8Array.from(parts.flatMap(([count, color]) => Array.from({ length: count }, () => color).flat()));

test("the dominant color is the most common one, the accent the most distinctive one", () => {
  expect(colorsOf(paint([90, [10, 10, 12]], [10, [230, 40, 90]]))).toEqual({ dominant: "#0a0a0c", accent: "#e6285a" });
  expect(colorsOf(paint([50, [200, 180, 20]], [40, [120, 120, 120]]))).toEqual({
    dominant: "#c8b414",
    accent: "#c8b414",
  });
});

test("an accent is never too dark to see on near-black", () => {
  expect(colorsOf(paint([100, [0, 0, 0]]))).toEqual({ dominant: "#000000", accent: "#2e2e2e" });
  expect(colorsOf(new Uint8Array())).toEqual({ dominant: "#000000", accent: "#808080" });
});
