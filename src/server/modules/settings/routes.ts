import * as info from "#contract/settings/info-sheets.ts";
import * as contract from "#contract/settings/settings.ts";
import type { Deps } from "#server/platform/deps.ts";
import { routes, type RouteContext } from "#server/platform/http/route.ts";
import { getInfoSheet, listInfoSheets, saveInfoSheet } from "./info-sheets.ts";
import { describeEnvironment, changeSettings, getSite, getSettings } from "./service.ts";

/**
 * The brand's public details, and the settings behind them.
 *
 * @param release the version that this server runs, shown with the environment
 */
export function settingsRoutes(context: RouteContext, deps: Deps, release: string): void {
  const { db, config } = deps;
  const environment = describeEnvironment(config, release);
  routes(context, contract, {
    getSite: () => getSite(deps),
    getSettings: async () => ({ settings: await getSettings(db), environment }),
    changeSettings: async ({ principal, body }) => ({
      settings: await changeSettings(deps, principal!, body),
      environment,
    }),
  });
  routes(context, info, {
    getInfoSheet: ({ params }) => getInfoSheet(db, params.name),
    listInfoSheets: () => listInfoSheets(db),
    saveInfoSheet: ({ principal, params, body }) => saveInfoSheet(deps, principal!, params.name, body),
  });
}
