import { expect, test, vi } from "vitest";
import { readPdf } from "#testing/pdf-reader.ts";

test("a letter can be searched for after another document drew it as a part of an accented one", async () => {
  // The typefaces are read once per process; here they are read anew.
  vi.resetModules();
  const { openSheet } = await import("./sheet.ts");
  const write = async (text: string) => {
    const sheet = await openSheet({ title: "Sheet", author: "Savage Gentlemen", size: "letter", madeAt: new Date(0) });
    sheet.text(text, { x: 54, y: 54, width: 400, size: 12 });
    return sheet.finish();
  };
  await write("Ñé");
  expect(readPdf(await write("Savage Gentlemen")).text).toBe("Savage Gentlemen");
});
