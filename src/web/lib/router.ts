// The site's own router: an address finds a page, loads it, and the frame shows it (docs/decisions/0024).
export { hrefOf, type Location } from "./router/address.ts";
export {
  useBlocker,
  useComing,
  useHandle,
  useLocation,
  useNavigate,
  useParams,
  useReload,
  useRouteError,
  useSearchParams,
} from "./router/hooks.ts";
export {
  isRouteFailure,
  loadPage,
  type LoadArgs,
  matchPage,
  type PageRoute,
  RouteFailure,
  type RouteTree,
} from "./router/load.ts";
export { Link, type LinkProps, Navigate, NavLink, Outlet, RouterProvider, ScrollRestoration } from "./router/parts.tsx";
export { createRouter, createStaticRouter, type Router } from "./router/router.ts";
