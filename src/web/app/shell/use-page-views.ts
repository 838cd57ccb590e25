import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { useSite } from "#web/lib/site.ts";
import { connectService, track } from "#web/lib/track.ts";
import { whenIdle } from "#web/ui/when-idle.ts";

const ignore = () => undefined;
const dashboard = "/api/admin/analytics";

/**
 * Counts every page that is shown, the first and those that people go on to; the staff's figures are then out of date. Notes
 * whose link they came by.
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
    // Hardly anybody comes by a promoter's link: the others load nothing for it.
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
