import { createElement, Suspense, use } from "react";
import { expect, test } from "vitest";
import { renderToText } from "./document.ts";

test("A part that is waited for arrives whole, whether or not its placeholder waits too", async () => {
  const words = Promise.withResolvers<string>();
  const Words = () => createElement("p", null, use(words.promise));
  const Waiting = () => createElement("i", null, use(new Promise<string>(() => undefined)));
  const page = createElement(
    "div",
    { id: "app" },
    createElement(Suspense, { fallback: createElement(Waiting) }, createElement(Words)),
  );
  const errors: unknown[] = [];
  const rendering = renderToText(page, (error) => errors.push(error));
  setTimeout(() => words.resolve("Doors at nine"));
  const { body } = await rendering;
  expect(body).toContain("<p>Doors at nine</p>");
  expect(errors).toEqual([]);
});
