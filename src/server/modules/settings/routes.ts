import * as contract from "#contract/settings.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { describeEnvironment } from "./environment.ts";
import { changeSettings, getHouse, getSettings } from "./service.ts";

/**
 * What the brand says of itself, and the settings behind it.
 *
 * @param release what this server runs, for those who look at the environment
 */
export function settingsRoutes(context: RouteContext, deps: Deps, release: string): void {
  const { db, config } = deps;
  const environment = describeEnvironment(config, release);
  route(context, contract.getHouse, () => getHouse(db));
  route(context, contract.getSettings, async () => ({ settings: await getSettings(db), environment }));
  route(context, contract.changeSettings, async ({ principal, body }) => ({
    settings: await changeSettings(deps, principal!, body),
    environment,
  }));
}
