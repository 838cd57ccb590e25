import { expect, test } from "vitest";
import { apiPath } from "./paths.ts";
import { CallError } from "./call.ts";
import { createQueryClient, readKey } from "./query-client.ts";

const refuse = (status: number) => () => Promise.reject(new CallError(status, "no"));
const ask = (query: ReturnType<typeof readKey>) =>
  Promise.resolve(query({ queryKey: [apiPath("GET /api/me")], signal: new AbortController().signal } as never));

test("a query reads the first element of its key", async () => {
  const client = createQueryClient(async (path) => `read ${path}`);
  const path = apiPath("GET /api/events", { query: { city: "Miami" } });
  expect(await client.fetchQuery({ queryKey: [path, "rest"] })).toBe(`read ${path}`);
});

test("a 401 is thrown, or yields null if so configured; other errors are thrown", async () => {
  await expect(ask(readKey(refuse(401)))).rejects.toThrow("401: no");
  expect(await ask(readKey(refuse(401), "null"))).toBeNull();
  await expect(ask(readKey(refuse(403), "null"))).rejects.toThrow("403: no");
});

test("data is never stale, and nothing is retried or refetched automatically, including mutations", () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  });
  expect(mutations).toMatchObject({ retry: false });
});
