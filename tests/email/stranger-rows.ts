import { globSync } from "node:fs";
import type { Order } from "#contract/orders/orders.ts";

/** What an email about an order names of it. */
export type Topic = Record<string, string | number>;

/** The same for one order, or why nobody but staff or an address's owner can cause the email. */
export type StrangerRow = ((order: Order) => Topic | Promise<Topic>) | "has a test of its own" | { onlyFor: string };

const files = globSync("../**/email-strangers.ts", { cwd: import.meta.dirname });
const nouns = await Promise.all(
  files.map(
    async (file) =>
      ((await import(/* @vite-ignore */ file)) as { strangerRows: Record<string, StrangerRow> }).strangerRows,
  ),
);

/** The rows of nouns that declare theirs, as `strangerRows` of `email-strangers.ts` in their own test folder. */
export const rowsOfNouns = Object.assign({}, ...nouns) as Record<string, StrangerRow>;
