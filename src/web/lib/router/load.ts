import type { ComponentType } from "react";
import { type Location, matchPath, type Params } from "./address.ts";

export type LoadArgs = { params: Params; search: URLSearchParams };
type Loaded = { Component: ComponentType; loader?: (args: LoadArgs) => Promise<unknown> };

/** One path of the site, or several of one pattern. */
export type PageRoute = Partial<Loaded> & {
  id: string;
  path: string;
  handle?: unknown;
  /** Loads the page's scripts, once. */
  lazy?: (() => Promise<Loaded>) | undefined;
};

/** The frame around every page, what stands in their place when they fail, and the pages. */
export type RouteTree = {
  Frame: ComponentType;
  FrameError: ComponentType;
  PageError: ComponentType;
  /** The last one has the path `*`. */
  pages: PageRoute[];
};

export type Match = { route: PageRoute; params: Params };

/** A page that answered with a status instead of showing: 404 is Page Not Found. */
export class RouteFailure {
  readonly status: number;
  constructor(status: number) {
    this.status = status;
  }
}

export const isRouteFailure = (error: unknown): error is RouteFailure => error instanceof RouteFailure;

/** Finds the page of a path. */
export function matchPage({ pages }: RouteTree, pathname: string): Match {
  return matchPath(pages, pathname) ?? { route: pages.at(-1)!, params: {} };
}

export type LoadResult = { redirect?: { to: string; status: number }; failure?: { error: unknown } };

/** Loads a page's scripts and data. A thrown Response redirects or fails with its status; any other error fails as it is. */
export async function loadPage({ route, params }: Match, { search }: Pick<Location, "search">): Promise<LoadResult> {
  try {
    if (route.lazy) Object.assign(route, await route.lazy(), { lazy: undefined });
    await route.loader?.({ params, search: new URLSearchParams(search) });
    return {};
  } catch (error) {
    if (!(error instanceof Response)) return { failure: { error } };
    const to = error.headers.get("location");
    if (to !== null) return { redirect: { to, status: error.status } };
    return { failure: { error: new RouteFailure(error.status) } };
  }
}
