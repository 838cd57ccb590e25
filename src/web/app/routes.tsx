import { CancelledError, type QueryClient } from "@tanstack/react-query";
import type { LoadArgs, PageRoute, RouteTree } from "#web/lib/router.ts";
import { findVerdict, Guard, type PageAccess } from "#web/features/accounts/guard.tsx";
import { loseSession, type Session } from "#web/features/accounts/session.ts";
import { CallError } from "#web/lib/call.ts";
import { infoParameter, isInfoName, infoQuery } from "#web/lib/info-sheets.ts";
import { createRead, notFound, type PageModule } from "#web/lib/page.ts";
import { NotFound } from "#web/pages/not-found.tsx";
import type { staffPages } from "#web/pages/staff-pages.ts";
import { AppCrash, RouteError } from "./error-screen.tsx";
import { Shell } from "./shell/shell.tsx";

/** What the server needs to know about a route before it renders it. */
export type RouteHandle = PageAccess & {
  /** The query parameters that change what the page shows, `info` on all; the server's page cache ignores all others. */
  query: readonly string[];
  /** True if the URL carries a personal key, so the page is never cached. Or the parameters that are such keys. */
  personal: boolean | readonly string[];
  /** The file of the view that a URL names, where a path has several. Its scripts are preloaded with those of the route. */
  viewFile?: ((search: URLSearchParams) => string) | undefined;
  /** The path pattern, `/events/:id/:slug?`. Error reports name the route by it and never include the URL. */
  pattern: string;
};

type LoadPage = () => Promise<{ page: PageModule }>;
type Options = Partial<Omit<RouteHandle, "pattern">>;
type Deps = { queryClient: QueryClient; session: Session };

/** The specification's route table. A route's id is its file, so that the server can find the scripts to preload. */
export function createRoutes(deps: Deps): RouteTree {
  const route = (path: string, id: string, load: LoadPage, options: Options = {}) =>
    pageRoute(deps, path, id, load, options);
  const staff = (name: keyof typeof staffPages, folder: "" | "admin/", options: Options) =>
    route(
      `/${name}`,
      `${folder}${name}-page`,
      async () => (await import("#web/pages/staff-pages.ts")).staffPages[name](),
      options,
    );
  const admin = (name: keyof typeof staffPages, options: Options = {}) =>
    staff(name, "admin/", { access: "admin", ...options });

  const pages: PageRoute[] = [
    route("/", "home-page", () => import("#web/pages/home-page.tsx")),
    route("/events", "events-page", () => import("#web/pages/events-page.tsx"), {
      query: ["when", "q", "city", "category", "from", "to", "page", "view", "month", "preferences", "step"],
      // The key of an emailed link to the preference center.
      personal: ["preferences"],
    }),
    route("/events/:id/:slug?", "event-page", () => import("#web/pages/event-page.tsx")),
    route("/shop", "shop-page", () => import("#web/pages/shop-page.tsx"), {
      query: shopQuery,
      personal: teaserKeys,
      viewFile: (search) => (search.get("product") ? "product-page" : "shop-list-page"),
    }),
    route("/live", "live-page", () => import("#web/pages/live-page.tsx"), { query: ["stream"], personal: teaserKeys }),
    route("/community", "community-page", () => import("#web/pages/community-page.tsx"), {
      query: communityQuery,
      personal: teaserKeys,
      viewFile: (search) =>
        search.get("post")
          ? "community-post-page"
          : search.get("photos")
            ? "community-photos-page"
            : "community-feed-page",
    }),
    route("/checkout", "checkout-page", () => import("#web/pages/checkout-page.tsx"), {
      access: "guest",
      query: checkoutQuery,
    }),
    route("/payment-success", "payment-success-page", () => import("#web/pages/payment-success-page.tsx"), {
      personal: true,
    }),
    route("/my-tickets", "my-tickets-page", () => import("#web/pages/my-tickets-page.tsx"), {
      access: "guest",
      query: ["claim", "section", "confirm-email"],
      keyedBy: ["promoter", "claim", "stop-email"],
      // The link in a confirmation email: it must never be cached.
      personal: true,
    }),
    route("/password-reset", "password-reset-page", () => import("#web/pages/password-reset-page.tsx"), {
      query: ["sign-in"],
      personal: true,
    }),
    staff("ticket-scanner", "", { access: "staff", query: ["event"], grants: { "": ["door", "box_office"] } }),
    admin("admin", {
      staffSections: [null, "community"],
      query: ["section", "id"],
      grants: { "": ["door", "box_office", "marketing", "finance"], money: ["finance"] },
    }),
    admin("analytics", { grants: { "": ["finance"] } }),
    admin("user-management"),
    admin("ticket-management", { grants: { "": ["box_office", "finance"] } }),
    admin("free-tickets", { grants: { "": ["box_office"] } }),
    admin("email-management", { grants: marketingSections }),
  ];
  if (import.meta.env.DEV) pages.push(route("/dev/ui", "dev/ui-page", () => import("#web/pages/dev/ui-page.tsx")));
  pages.push({ id: "not-found", path: "*", loader: throwNotFound, Component: NotFound });

  return { Frame: Shell, FrameError: AppCrash, PageError: RouteError, pages };
}

/** Query keys of emailed links to a section that isn't open yet, and of the return from its form. */
const teaserKeys = ["confirm", "leave", "left"] as const;

const shopQuery = [
  "product",
  "variant",
  "collection",
  "q",
  "size",
  "color",
  "minCents",
  "maxCents",
  "inStock",
  "sort",
  "page",
] as const;

/** What a grant for marketing opens of the email pages. */
const marketingSections = Object.fromEntries(
  ["", "campaigns", "audiences", "automations", "suppressions"].map((section) => [section, ["marketing"]]),
);

const communityQuery = ["post", "comment", "photos", "person", "topic", "event", "sort", "q", "author"] as const;

const checkoutQuery = [
  "cart",
  "eventId",
  "title",
  "amount",
  "currency",
  "tickets",
  "amounts",
  "accessCode",
  "promo",
  "order",
] as const;

function throwNotFound(): never {
  throw notFound();
}

/** Reads the info sheet that the URL names. Only the server waits for it: in the browser, the sheet itself does. */
function readInfo(queryClient: QueryClient, search: URLSearchParams): Promise<void> | undefined {
  const name = search.get(infoParameter);
  if (!isInfoName(name)) return undefined;
  const reading = queryClient.prefetchQuery(infoQuery(name));
  return typeof document === "undefined" ? reading : undefined;
}

function pageRoute(
  { queryClient, session }: Deps,
  path: string,
  file: string,
  load: LoadPage,
  options: Options,
): PageRoute {
  const { access = "anyone", query = [], personal = false, keyedBy, staffSections, grants, viewFile } = options;
  const guarded: PageAccess = { access, keyedBy, staffSections, grants };
  return {
    id: `pages/${file}`,
    path,
    handle: { ...guarded, query: [...query, infoParameter], personal, viewFile, pattern: path } satisfies RouteHandle,
    lazy: async () => {
      const { page } = await load();
      const { Component, Gate } = page;
      // The first page: the browser continues what the server rendered, so its view must be there.
      if (typeof location !== "undefined" && location.pathname === path)
        await page.prepare?.(new URLSearchParams(location.search));
      return {
        Component: () => (
          <Guard {...guarded} Gate={Gate}>
            <Component />
          </Guard>
        ),
        loader: async ({ search, params }: LoadArgs) => {
          // A visitor without access to the page triggers none of its requests.
          const info = readInfo(queryClient, search);
          const mayOpen = () => findVerdict(guarded, search, session.current()) === "open";
          while (mayOpen()) {
            try {
              await page.load?.({ params, search, user: session.current(), read: createRead(queryClient) });
              break;
            } catch (error) {
              // Another user signed in meanwhile, which canceled these requests: load again for the new user.
              if (error instanceof CancelledError) continue;
              // The session ended meanwhile: the guard asks the user to sign in, then returns here.
              if (access === "anyone" || !(error instanceof CallError) || error.status !== 401) throw error;
              loseSession(session);
            }
          }
          await info;
        },
      };
    },
  };
}
