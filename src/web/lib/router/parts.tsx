import {
  type AnchorHTMLAttributes,
  Component,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { parseJson, readStorage, storageKeys, writeStorage } from "../safe-storage.ts";
import { decode, hrefOf, insideOf, locationOf } from "./address.ts";
import { ErrorContext, RouterContext, StateContext, useNavigate, useRouter, useRouterState } from "./hooks.ts";
import type { NavigateOptions, Router } from "./router.ts";

/** The app at the router's address. */
export function RouterProvider({ router }: { router: Router }) {
  const [state, setState] = useState(router.state);
  useClientLayoutEffect(() => {
    const follow = () => startTransition(() => setState(router.state));
    follow();
    return router.subscribe(follow);
  }, [router]);
  const { Frame, FrameError } = router.tree;
  return (
    <RouterContext value={router}>
      <StateContext value={state}>
        <Boundary Failure={FrameError} visit={state.visit} failure={undefined}>
          <Frame />
        </Boundary>
      </StateContext>
    </RouterContext>
  );
}

// The server has no layout.
const useClientLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** The current page, or what stands in its place. */
export function Outlet() {
  const { match, failure, visit } = useRouterState();
  const { Component: Page } = match.route;
  return (
    <Boundary Failure={useRouter().tree.PageError} visit={visit} failure={failure}>
      {Page && <Page />}
    </Boundary>
  );
}

type BoundaryProps = {
  Failure: ComponentType;
  failure: { error: unknown } | undefined;
  visit: number;
  children: ReactNode;
};
type BoundaryState = { caught: { error: unknown } | undefined; visit: number };

/** Shows a failure of its page, until another page is shown. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { caught: undefined, visit: this.props.visit };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ visit }: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return visit === state.visit ? null : { caught: undefined, visit };
  }

  override render() {
    const { Failure, failure = this.state.caught, children } = this.props;
    if (failure === undefined) return children;
    return (
      <ErrorContext value={failure.error}>
        <Failure />
      </ErrorContext>
    );
  }
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> &
  NavigateOptions & { to: string; ref?: Ref<HTMLAnchorElement> };

const isPlainClick = (e: MouseEvent, target: string | undefined) =>
  e.button === 0 && (!target || target === "_self") && !(e.metaKey || e.altKey || e.ctrlKey || e.shiftKey);

/** A link within the site, which the app follows without loading the document again. */
export function Link({ to, replace, state, preventScrollReset, onClick, children, ...rest }: LinkProps) {
  const router = useRouter();
  const { location } = useRouterState();
  const { path, isForeign } = insideOf(to, typeof document === "undefined" ? undefined : window.location.origin);
  const href = isForeign ? path : hrefOf(locationOf(path, location));
  function follow(e: MouseEvent<HTMLAnchorElement>) {
    onClick?.(e);
    if (e.defaultPrevented || isForeign || !isPlainClick(e, rest.target)) return;
    e.preventDefault();
    // The address that is open already gets no second entry in the history.
    const options = { replace: replace ?? href === hrefOf(location), state, preventScrollReset };
    void router.navigate(path, options);
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

type NavLinkProps = Omit<LinkProps, "className"> & {
  className: (link: { isActive: boolean }) => string;
  /** True if paths below this one are other places. */
  end?: boolean;
};

/** A link that knows whether its place is the current one. */
export function NavLink({ className, end = false, ...rest }: NavLinkProps) {
  const { location } = useRouterState();
  const here = location.pathname.toLowerCase();
  const there = locationOf(rest.to, location).pathname.toLowerCase();
  const isActive = here === there || (!end && here.startsWith(there.endsWith("/") ? there : `${there}/`));
  return <Link {...rest} className={className({ isActive })} aria-current={isActive ? "page" : undefined} />;
}

/** Goes to another address as soon as it is shown. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace]);
  return null;
}

function scrollToHash(hash: string): boolean {
  const named = hash && document.getElementById(decode(hash.slice(1)) ?? "");
  if (named) named.scrollIntoView();
  return Boolean(named);
}

/** Scrolls as a browser would: a new page to its top or to what its hash names, a former one to where it was. */
export function ScrollRestoration() {
  const router = useRouter();
  const { location, visit, preservesScroll } = useRouterState();

  useClientLayoutEffect(() => {
    const { positions } = router;
    Object.assign(positions, parseJson(readStorage(storageKeys.scrollPositions, "session") ?? "null"));
    window.history.scrollRestoration = "manual";
    const store = () => {
      // The position of a page that is being left was stored when that began.
      if (router.state.coming === undefined) positions[router.state.location.key] = window.scrollY;
      writeStorage(storageKeys.scrollPositions, JSON.stringify(positions), "session");
      window.history.scrollRestoration = "auto";
    };
    const resume = () => (window.history.scrollRestoration = "manual");
    window.addEventListener("pagehide", store);
    window.addEventListener("pageshow", resume);
    return () => {
      window.removeEventListener("pagehide", store);
      window.removeEventListener("pageshow", resume);
    };
  }, [router]);

  useClientLayoutEffect(() => {
    const before = router.positions[location.key];
    if (before !== undefined) window.scrollTo(0, before);
    // The browser itself scrolled the page that the server rendered.
    else if (visit > 0 && !scrollToHash(location.hash) && !preservesScroll) window.scrollTo(0, 0);
    // Another visit of the same location stays where it is.
  }, [location]);
  return null;
}
