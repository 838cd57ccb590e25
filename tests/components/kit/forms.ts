import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { answer } from "./browser-network.ts";
import type { OpenApp } from "./open-app.tsx";

/** Replaces a field's value in one change: a date can't be typed letter by letter. */
export const fill = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } });

/** The value of a text field or a select. */
export const valueOf = (field: HTMLElement): string => (field as HTMLInputElement).value;

/** Queries within a dialog, once it is open. */
export const dialogOf = async ({ screen }: Pick<OpenApp, "screen">, name: string | RegExp) =>
  within(await screen.findByRole("dialog", { name }));

/** The error message at a field. */
export function errorAt(field: HTMLElement): string | undefined {
  if (field.getAttribute("aria-invalid") !== "true") return undefined;
  const ids = (field.getAttribute("aria-describedby") ?? "").split(" ");
  return ids
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ")
    .trim();
}

/** Makes every read of an address fail, like a broken server, until the returned function is called. */
export const breakReads = ({ network }: Pick<OpenApp, "network">, path: RegExp) =>
  network.on("GET", path, () => answer(500, { message: "Sample failure" }));

/** Holds back every matching call until the returned function is called; then each goes to the server. */
export function holdCalls({ network }: Pick<OpenApp, "network">, method: string, path: RegExp): () => void {
  const line = Promise.withResolvers<void>();
  network.on(method, path, async (_call, reach) => {
    await line.promise;
    return reach();
  });
  return line.resolve;
}

/** Waits until a text appears, across any number of elements. */
export const reads = (text: string | RegExp, find: () => Element | null = () => document.body): Promise<void> =>
  waitFor(() => expect(find()?.textContent).toMatch(text));
