import { endSplash, isSplashShowing, recordSplash } from "#web/lib/splash.ts";
import { AuthHost } from "#web/features/accounts/auth-host.tsx";
import { answersMark } from "#web/lib/use-now.ts";
import { replayPresses } from "#web/lib/late-start.ts";
import { setRoute } from "#web/lib/report-browser-error.ts";
import { applyTheme, readTheme } from "#web/lib/theme.ts";
import { lazyPart, lazyDialog, whenIdle } from "#web/ui/lazy-part.tsx";
import { useSite } from "#web/lib/site.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { Footer } from "./footer.tsx";
import { BottomNav, Header } from "./header.tsx";
import {
  type ComponentType,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Outlet, ScrollRestoration, useComing, useHandle, useLocation, useNavigate } from "#web/lib/router.ts";
import { type Query, useQueryClient } from "@tanstack/react-query";
import { sendWhenHidden } from "#web/lib/beacon.ts";
import { track } from "#web/lib/track.ts";
import { countingSheet, infoParameter, isInfoName, withoutInfo } from "#web/lib/info-sheets.ts";
import type { InfoState } from "#web/features/settings/info-sheets/info-link.tsx";
import { toastStore } from "#web/ui/toast.ts";

/**
 * The splash's container: an empty black sheet that styles show from the first paint if the splash is due (see
 * lib/splash.ts). Its content loads only then. It covers the page and does not delay the page's loading.
 */
function Splash() {
  const [Show, setShow] = useState<ComponentType>();

  useEffect(() => {
    if (!isSplashShowing()) return;
    recordSplash();
    import("#web/features/splash/splash-show.tsx").then(({ SplashShow }) => setShow(() => SplashShow), endSplash);
  }, []);

  return <div className="splash">{Show && <Show />}</div>;
}

// Only a site with Google Analytics has something to ask.
const ConsentHost = lazyPart(
  null,
  async () => (await import("#web/features/analytics/consent/consent-host.tsx")).ConsentHost,
);

const ignore = () => undefined;

/**
 * Records a page view for the first page and after each navigation, then invalidates the staff analytics. Also stores
 * the promoter code of the link that the visitor came by.
 */
function usePageViews(): void {
  const { pathname, search } = useLocation();
  const queryClient = useQueryClient();

  useEffect(() => {
    track.pageView(pathname, () => {
      const figures = { predicate: ({ queryKey: [path] }: Query) => /^\/api\/admin\/analytics\b/.test(String(path)) };
      // A first read that is still under way would otherwise go on, and answer without this view.
      void queryClient.cancelQueries(figures).then(() => queryClient.invalidateQueries(figures));
    });
  }, [pathname, queryClient]);

  useEffect(() => {
    // Few visitors come by such a link, so the others load no code for it.
    if (/[?&](via|utm_)/.test(search))
      import("#web/lib/offers.ts").then(({ storeOrigin }) => storeOrigin(search), ignore);
  }, [search]);

  useEffect(sendWhenHidden, []);
}

/** The frame around every page: header, main area, footer, and overlays. */
export function Shell() {
  const { pathname } = useLocation();
  const comingPath = useComing()?.pathname;
  const isLeaving = comingPath !== undefined && comingPath !== pathname;

  const { measurementId } = useSite();

  usePageViews();
  useRouteName();
  useFollowSystemTheme();
  // Buttons respond from now on; what the page does by itself comes after.
  useLayoutEffect(() => {
    replayPresses();
    performance.mark(answersMark);
  }, []);
  useEffect(startWorker, []);

  return (
    <div id="app" className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-sm bg-gold px-4 py-3 font-semibold text-on-gold focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Splash />
      {/* Comes before the page: its listener must exist when a guarded page opens the dialog. */}
      <AuthHost />
      <Header />
      {measurementId !== null && (
        <Suspense>
          <ConsentHost />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Suspense fallback={<Spinner />}>{isLeaving ? <Spinner /> : <Outlet />}</Suspense>
      </main>
      <Footer />
      <InfoHost />
      <BottomNav />
      <Toaster />
      <RouteFocus />
      <ScrollRestoration />
    </div>
  );
}

/** The service worker, once the page is idle; a page of the development server has none. */
function startWorker() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
  return whenIdle(() => {
    import("#web/app/offline/register.ts").then(({ registerWorker }) => registerWorker()).catch(ignore);
  });
}

/** Gives error reports the current route. */
function useRouteName() {
  const handle = useHandle() as { pattern?: string } | undefined;
  const pattern = handle?.pattern ?? "/*";
  // Runs before child effects: an error screen reports as soon as it mounts.
  useLayoutEffect(() => setRoute(pattern), [pattern]);
}

function useFollowSystemTheme() {
  useEffect(() => {
    applyTheme(readTheme());
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => applyTheme(readTheme());
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, []);
}

/** After a navigation, announces the new title to screen readers and moves focus to the top, like a full load. */
function RouteFocus() {
  const { pathname, search } = useLocation();
  // A product is a page of its own.
  const place = pathname + (new URLSearchParams(search).get("product") ?? "");
  const last = useRef(place);
  const [title, setTitle] = useState("");

  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    const timer = setTimeout(() => {
      setTitle(document.title.split(" | ")[0] ?? "");
      // Somebody who is in a field already keeps on typing.
      if (!document.activeElement?.closest("[role=dialog], [data-takes-focus], #main input, #main textarea"))
        document.getElementById("main")?.focus({ preventScroll: true });
    }, 60);
    return () => clearTimeout(timer);
  }, [place]);

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

const OpenInfoSheet = lazyDialog(
  "This text",
  async () => (await import("#web/features/settings/info-sheets/info-sheet.tsx")).OpenInfoSheet,
);
const CountingSheet = lazyDialog(
  "This text",
  async () => (await import("#web/features/analytics/consent/counting-sheet.tsx")).CountingSheet,
);

/** Shows the info sheet that the URL names. */
function InfoHost() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { info } = useSite().settings;
  const name = new URLSearchParams(search).get(infoParameter);
  const closed = withoutInfo(pathname, search);
  function close() {
    if ((state as InfoState | null)?.isInfo) void navigate(-1);
    else void navigate(closed, { replace: true, preventScrollReset: true });
  }
  if (name === countingSheet.name) return <CountingSheet onClose={close} />;
  if (!isInfoName(name) || !info.includes(name)) return null;
  return <OpenInfoSheet key={name} name={name} closeAddress={closed} onClose={close} />;
}

const loadView = () => import("#web/ui/toast-view.tsx");
const ToastView = lazyPart(null, async () => (await loadView()).ToastView);

/** Where toasts appear. Its code loads when the browser is idle, so that it can show "network error" offline. */
function Toaster() {
  const message = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => undefined);
  const [ready, setReady] = useState(false);
  useEffect(
    () =>
      whenIdle(
        () =>
          void loadView().then(
            () => setReady(true),
            () => undefined,
          ),
      ),
    [],
  );

  if (!message && !ready) return null;
  return (
    <Suspense fallback={null}>
      <ToastView message={message} />
    </Suspense>
  );
}
