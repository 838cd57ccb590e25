import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { answer } from "./browser-network.ts";
import type { OpenApp } from "./open-app.tsx";

/** Puts a text into a field in place of what stands there, as one change: a date has no letters to be typed. */
export const fill = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } });

/** What stands in a text field or a list of choices. */
export const valueOf = (field: HTMLElement): string => (field as HTMLInputElement).value;

/** Queries over a dialog, once it is open. */
export const dialogOf = async ({ screen }: Pick<OpenApp, "screen">, name: string | RegExp) =>
  within(await screen.findByRole("dialog", { name }));

/** What is described at a field as wrong with it. */
export function faultAt(field: HTMLElement): string | undefined {
  if (field.getAttribute("aria-invalid") !== "true") return undefined;
  const ids = (field.getAttribute("aria-describedby") ?? "").split(" ");
  return ids
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ")
    .trim();
}

/** Lets every read of an address fail as a broken server does, until the answer is called. */
export const breakReads = ({ network }: Pick<OpenApp, "network">, path: RegExp) =>
  network.on("GET", path, () => answer(500, { message: "Sample failure" }));

/** Holds every call of a kind back until the answer is called; then each goes on to the server. */
export function holdCalls({ network }: Pick<OpenApp, "network">, method: string, path: RegExp): () => void {
  const line = Promise.withResolvers<void>();
  network.on(method, path, async (_call, reach) => {
    await line.promise;
    return reach();
  });
  return line.resolve;
}

/** Waits until a text stands there, over however many elements it goes. */
export const reads = (text: string | RegExp, find: () => Element | null = () => document.body): Promise<void> =>
  waitFor(() => expect(find()?.textContent).toMatch(text));
