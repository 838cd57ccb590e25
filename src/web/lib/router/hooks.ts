import { createContext, use, useCallback, useEffect, useMemo, useState } from "react";
import type { Location, Params } from "./address.ts";
import type { NavigateOptions, Router, RouterState } from "./router.ts";

export const RouterContext = createContext<Router | undefined>(undefined);
export const StateContext = createContext<RouterState | undefined>(undefined);
export const ErrorContext = createContext<unknown>(undefined);

const outside = "Only parts of the app can use the router.";

export function useRouter(): Router {
  const router = use(RouterContext);
  if (router === undefined) throw new Error(outside);
  return router;
}

export function useRouterState(): RouterState {
  const state = use(StateContext);
  if (state === undefined) throw new Error(outside);
  return state;
}

export const useLocation = (): Location => useRouterState().location;

/** What the pattern of the current path names. */
export const useParams = (): Params => useRouterState().match.params;

/** What the current route says about itself. */
export const useHandle = (): unknown => useRouterState().match.route.handle;

/** Where a navigation under way leads, until its page is there. */
export const useComing = (): Location | undefined => useRouterState().coming;

/** Why the page can't be shown, for what stands in its place. */
export const useRouteError = (): unknown => use(ErrorContext);

/** Loads the current page's data again. */
export const useReload = (): Router["reload"] => useRouter().reload;

/** Goes to an address of this site, or back and forth in the history. */
export function useNavigate(): Router["navigate"] {
  return useRouter().navigate;
}

type SearchInit = URLSearchParams | Record<string, string>;
type SetSearch = (next: SearchInit | ((now: URLSearchParams) => SearchInit), options?: NavigateOptions) => void;

/** The query of the address, and a function that changes it. */
export function useSearchParams(): [URLSearchParams, SetSearch] {
  const router = useRouter();
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetSearch>(
    (next, options) => {
      const value = typeof next === "function" ? next(new URLSearchParams(router.state.location.search)) : next;
      void router.navigate(`?${new URLSearchParams(value).toString()}`, options);
    },
    [router],
  );
  return [params, set];
}

type Blocked = { proceed: () => void; reset: () => void };

/** Stops navigations for which the function returns true, until someone decides. Undefined while nothing is stopped. */
export function useBlocker(shouldBlock: (next: Location) => boolean): Blocked | undefined {
  const router = useRouter();
  const [stopped, setStopped] = useState<{ proceed: () => void }>();
  useEffect(
    () =>
      router.guard((next, proceed) => {
        if (!shouldBlock(next)) return false;
        setStopped({ proceed });
        return true;
      }),
    [router, shouldBlock],
  );
  if (!stopped) return undefined;
  const reset = () => setStopped(undefined);
  return {
    proceed: () => {
      reset();
      stopped.proceed();
    },
    reset,
  };
}
