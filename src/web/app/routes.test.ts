import { expect, test } from "vitest";
import { pagePaths } from "#contract/page-paths.ts";
import { createSession } from "#web/features/accounts/session.ts";
import { createQueryClient } from "#web/lib/query-client.ts";
import { createRoutes } from "./routes.tsx";

const files = Object.keys(import.meta.glob("../pages/**/*-page.tsx"));
const { pages } = createRoutes({ queryClient: createQueryClient(), session: createSession(null) });

test("the contract's list of paths is that of the routes", () => {
  const paths = pages.map((page) => page.path).filter((path) => path !== "/dev/ui" && path !== "*");
  expect(paths.toSorted()).toEqual([...pagePaths].toSorted());
});

test("every path of the specification has its route", () => {
  expect(pages.map((page) => page.path).filter((path) => path !== "/dev/ui")).toEqual(
    expect.arrayContaining([
      "/",
      "/events",
      "/events/:id/:slug?",
      "/shop",
      "/live",
      "/community",
      "/checkout",
      "/payment-success",
      "/admin",
      "/password-reset",
      "/analytics",
      "/my-tickets",
      "/ticket-scanner",
      "/user-management",
      "/ticket-management",
      "/free-tickets",
      "/email-management",
      "*",
    ]),
  );
});

test.each(pages.filter((page) => page.path !== "*").map((page) => [page.path, page.id]))(
  "the id of %s names its file, so that its scripts are preloaded",
  (_path, id) => {
    expect(files).toContain(`../${id}.tsx`);
  },
);
