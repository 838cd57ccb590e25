import { expect, test } from "vitest";
import { breakLines, drawLine, lettersOf, widthOf } from "./lettering.ts";

test.each([
  ["Łódź Soca", "ŁÓDŹ SOCA"],
  ["Ørsted Fête", "ØRSTED FÊTE"],
  ["Straße", "STRASSE"],
  ["Tết Đức", "TET ĐUC"],
  ["夏祭り", "夏祭り"],
  ["Праздник Сока", "ПРАЗДНИК СОКА"],
  ["Γιορτή", "ΓΙΟΡΤΉ"],
  ["चटनी उत्सव", "चटनी उत्सव"],
  ["مهرجان سوكا", "مهرجان سوكا"],
  ["פסטיבל", "פסטיבל"],
  ["소카 축제", "소카 축제"],
  ["Soca 🎉 2027", "SOCA 2027"],
  ["🎉", ""],
])("the title %s is drawn as %s", (title, letters) => {
  expect(lettersOf(title)).toBe(letters);
});

test("letters that no typeface has are spelled in Latin ones", () => {
  expect(lettersOf("ไทย")).toMatch(/^[A-Z ]+$/);
});

test.each(["夏祭り", "ПРАЗДНИК СОКА", "चटनी उत्सव", "مهرجان سوكا", "פסטיבל", "소카 축제"])(
  "each letter of %s has an outline and a width",
  (line) => {
    const svg = drawLine(line, { x: 0, y: 0, size: 100, fill: "#fff", weight: "heavy" });
    expect(svg.match(/ d="M/g)!.length).toBeGreaterThan(2);
    // No typeface is missing a letter: its box for those has a name of its own.
    expect(widthOf(line, 100, "heavy")).toBeGreaterThan(60);
  },
);

test("words from right to left stand in their order, with their spaces", () => {
  const [one, both] = ["سوكا", "مهرجان سوكا"].map((line) => widthOf(line, 100, "heavy"));
  expect(both).toBeGreaterThan(one! * 1.5);
  expect(
    drawLine("مهرجان سوكا", { x: 0, y: 0, size: 100, fill: "#fff", weight: "heavy" }).match(/<g transform/g),
  ).toHaveLength(1);
});

test("a line without spaces is broken between characters, and characters stay whole", () => {
  const lines = breakLines("夏祭り".repeat(8), { width: 500, size: 100, weight: "heavy" });
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join("")).toBe("夏祭り".repeat(8));
});
