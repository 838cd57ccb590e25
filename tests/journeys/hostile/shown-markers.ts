import type { Page } from "@playwright/test";
import { asLine } from "./hostile-event.ts";
import { xssCorpus } from "./xss-corpus.ts";

// A check that finds no harm proves something only if the text is there: these helpers show where it is visible.

/** The part of a text that survives processing: without whitespace, invisible characters and case. */
const plain = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Cf}\ufffd]+/gu, "").toLowerCase();

/** The beginning of each corpus text, as much as narrow fields show; anything shorter could occur anywhere. */
const markers = [...new Set(xssCorpus.map((text) => plain(asLine(text, 40))))].filter(({ length }) => length >= 10);

/** The number of corpus texts that are visible, each counted once. */
export function countMarkers(visible: string): number {
  const seen = plain(visible);
  return markers.filter((marker) => seen.includes(marker)).length;
}

/** Whether a text is visible in the form a single-line field gives it. */
export const shows = (visible: string, text: string) => findUnseen(visible, [text]).length === 0;

/** The texts that aren't visible in the form a single-line field gives them. */
export function findUnseen(visible: string, texts: string[]): string[] {
  const seen = plain(visible);
  return texts.filter((text) => !seen.includes(plain(asLine(text, 120))));
}

/** The visible text on the open page, including the values of its fields. */
export async function visibleText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
    const values = fields.filter((field) => field.checkVisibility()).map(({ value }) => value);
    return [document.body.innerText, ...values].join("\n");
  });
}

/** The text a reader would see in pages and emails as sent, including the values of their fields. */
export async function wordsOf(page: Page, documents: { html: string }[]): Promise<string[]> {
  return page.evaluate(
    (all) =>
      all.map((html) => {
        const { body } = new DOMParser().parseFromString(html, "text/html");
        for (const unseen of body.querySelectorAll("script, style, template, noscript, option, [hidden]")) {
          unseen.remove();
        }
        const fields = [...body.querySelectorAll("input")].map((field) => field.getAttribute("value") ?? "");
        return [body.textContent, ...fields].join("\n");
      }),
    documents.map(({ html }) => html),
  );
}

/** The text of an XML document, or what is wrong with it. */
export async function readXml(page: Page, xml: string): Promise<{ problem: string; words: string }> {
  return page.evaluate((text) => {
    const { documentElement } = new DOMParser().parseFromString(text, "application/xml");
    const problem = documentElement.ownerDocument.querySelector("parsererror")?.textContent ?? "";
    return { problem, words: documentElement.textContent ?? "" };
  }, xml);
}
