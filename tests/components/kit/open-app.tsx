import { act, render, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createRouter, RouterProvider } from "#web/lib/router.ts";
import type { SiteSettings } from "#contract/settings/settings.ts";
import { Providers } from "#web/app/providers.tsx";
import { createRoutes } from "#web/app/routes.tsx";
import { createSession } from "#web/features/accounts/session.ts";
import { cartState } from "#web/features/carts/queries.ts";
import { createQueryClient } from "#web/lib/query-client.ts";
import { unwrapUser } from "#web/lib/session-user.ts";
import type { Site as PageSite } from "#web/lib/site.ts";
import { dismissToast, toastStore } from "#web/ui/toast.ts";
import { installBrowser } from "./browser-globals.ts";
import { createNetwork, type Network } from "./browser-network.ts";
import type { Client, Site } from "#testing/site.ts";
import { openedApps } from "./opened-apps.ts";

export interface OpenOptions {
  /** The person using the browser, whose session is in its cookie. Signed out by default. */
  as?: Client;
  /** Reuses the cookies of an app that was open before: another tab, or a reload. */
  network?: Network;
  /** Overrides of what the server sends to every page. */
  page?: Partial<PageSite>;
  /** Leaves `hasShownSplash` unset. */
  splash?: boolean;
}

export type OpenApp = Awaited<ReturnType<typeof openApp>>;

/**
 * Opens the whole web app at an address in this process's window, like the browser's entry, on a real site: every
 * request reaches the real API through `network`, which also keeps the cookies and can fail, delay or record calls.
 * The browser renders the first page itself; journeys and entry-server's tests cover server rendering.
 */
export async function openApp(site: Pick<Site, "app">, path: string, options: OpenOptions = {}) {
  const window = installBrowser();
  const network = options.network ?? createNetwork(site.app, { token: options.as?.token });
  network.install();
  if (options.splash !== true) sessionStorage.setItem("hasShownSplash", "true");
  // Do what the document's head script does before the first render.
  if (sessionStorage.getItem("hasShownSplash") === null) document.documentElement.dataset["splash"] = "";
  window.happyDOM.setURL(`${network.baseUrl}${path}`);

  const queryClient = createQueryClient();
  const me = network.hasSession() ? await network.ask("/api/me") : undefined;
  const session = createSession((me?.status === 200 && unwrapUser(me.body)) || null);
  const settings = await network.ask("/api/site");
  const pageSite: PageSite = {
    baseUrl: network.baseUrl,
    payments: "sandbox",
    measurementId: null,
    identityProvider: null,
    release: "test",
    settings: settings.body as SiteSettings,
    renderedAt: new Date().toISOString(),
    ...options.page,
  };
  const router = createRouter(createRoutes({ queryClient, session }));
  await waitFor(() => {
    if (!router.state.isReady) throw new Error(`${path} is still loading`);
  });
  const view = render(
    <Providers queryClient={queryClient} session={session} site={pageSite}>
      <RouterProvider router={router} />
    </Providers>,
  );
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    view.unmount();
    router.dispose();
    queryClient.clear();
    network.uninstall();
    // Remove what lives outside React and would still be there in the next app.
    const said = toastStore.current();
    if (said) dismissToast(said.id);
    cartState.set({});
    for (const name of document.documentElement.getAttributeNames())
      if (name.startsWith("data-")) document.documentElement.removeAttribute(name);
  };
  openedApps.push(close);

  return {
    /** Queries by role, label and text in the whole document: dialogs and toasts are outside the app's root. */
    screen: within(document.body),
    user: userEvent.setup({ document }),
    network,
    session,
    queryClient,
    /** The path and query in the address bar. */
    address: () => `${location.pathname}${location.search}`,
    /** Navigates to an address and waits until the new page has the focus, which it would take from a menu. */
    async go(to: string) {
      const before = location.pathname;
      await act(() => router.navigate(to));
      if (location.pathname === before) return;
      await waitFor(() => {
        const focused = document.activeElement;
        if (!focused?.closest("#main, [role=dialog]")) throw new Error(`${to} has no focus yet`);
      });
    },
    close,
  };
}
