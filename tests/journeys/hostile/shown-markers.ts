import type { Page } from "@playwright/test";
import { asLine } from "./hostile-night.ts";
import { xssCorpus } from "./xss-corpus.ts";

// A check that finds no harm in a text proves something only where the text is: these say where it is seen.

/** What of a text does not depend on the way it took: blanks, signs that nobody sees, and case are left out. */
const plain = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Cf}\ufffd]+/gu, "").toLowerCase();

/** The beginning of each text of the corpus, as much as narrow fields show; what is shorter could stand anywhere. */
const markers = [...new Set(xssCorpus.map((text) => plain(asLine(text, 40))))].filter(({ length }) => length >= 10);

/** How many texts of the corpus are to be seen, each counted once. */
export function countMarkers(visible: string): number {
  const seen = plain(visible);
  return markers.filter((marker) => seen.includes(marker)).length;
}

/** True where a text is to be seen as a field of one line has it. */
export const shows = (visible: string, text: string, max = 120) => plain(visible).includes(plain(asLine(text, max)));

/** What is to be seen on the page that is open, with what stands in its fields. */
export async function visibleText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
    const values = fields.filter((field) => field.checkVisibility()).map(({ value }) => value);
    return [document.body.innerText, ...values].join("\n");
  });
}

/** What a reader would see of pages and mails as they were sent, with what stands in their fields. */
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

/** The words of an XML document, or what is wrong with it. */
export async function readXml(page: Page, xml: string): Promise<{ fault: string; words: string }> {
  return page.evaluate((text) => {
    const { documentElement } = new DOMParser().parseFromString(text, "application/xml");
    const fault = documentElement.ownerDocument.querySelector("parsererror")?.textContent ?? "";
    return { fault, words: documentElement.textContent ?? "" };
  }, xml);
}
