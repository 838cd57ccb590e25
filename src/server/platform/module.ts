import type { FastifyInstance } from "fastify";
import type { Deps } from "./deps.ts";
import type { RouteContext } from "./http/route.ts";
import type { ModuleParts, Services } from "./module-parts.ts";

/** How one app differs from another one of the same settings. Modules add theirs by declaration merging. */
export interface ModuleOptions {
  /** Name of the build that runs, in error reports and on the settings page. */
  release: string;
}

/** The app that a module becomes part of. */
export interface Host {
  deps: Deps;
  server: FastifyInstance;
  context: RouteContext;
  options: ModuleOptions;
  /** What earlier modules offer. */
  services: Services;
  /** What all modules contributed. */
  contributions: ModuleParts[];
  /** True once this node is being taken out of service. */
  isStopping: () => boolean;
  /** Tells all modules of an error in a page or a job. */
  recordError: (error: unknown, where: string) => void;
}

/** A module: its name, and how it becomes part of an app. */
export interface Module {
  name: string;
  build: (host: Host) => ModuleParts | Promise<ModuleParts>;
  /** What it contributes to every app, without being built. */
  parts?: ModuleParts;
}

/**
 * Declares a module, after what it contributes to every app if there is such. `build` runs once per app, after those of
 * earlier modules.
 */
export function defineModule(
  name: string,
  ...rest: [build: Module["build"]] | [parts: ModuleParts, build: Module["build"]]
): Module {
  const [parts, build] = rest.length === 1 ? [{}, rest[0]] : rest;
  return { name, parts, build };
}
