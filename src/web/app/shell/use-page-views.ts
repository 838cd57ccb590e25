import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { useSite } from "#web/lib/site.ts";
import { connectService, track } from "#web/lib/track.ts";
import { whenIdle } from "#web/ui/when-idle.ts";

const ignore = () => undefined;
const dashboard = "/api/admin/analytics";

/**
 * Records a page view for the first page and after each navigation, then invalidates the staff analytics. Also stores
 * the promoter code of the link that the visitor came by.
 */
export function usePageViews(): void {
  const { pathname, search } = useLocation();
  const queryClient = useQueryClient();
  const { measurementId } = useSite();

  useEffect(() => {
    track.pageView(pathname, () => {
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(dashboard) });
    });
  }, [pathname, queryClient]);

  useEffect(() => {
    // Few visitors come by a promoter link, so the others load no code for it.
    if (search.includes("via=")) import("#web/lib/offers.ts").then(({ noteVia }) => noteVia(search), ignore);
  }, [search]);

  useEffect(() => {
    if (measurementId === null) return undefined;
    return whenIdle(() => {
      const load = import("#web/lib/web-analytics.ts");
      load.then(
        ({ startWebAnalytics }) => {
          const service = startWebAnalytics(measurementId);
          if (service) connectService(service);
        },
        () => undefined,
      );
    });
  }, [measurementId]);
}
