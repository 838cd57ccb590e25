import { posix } from "node:path";

/** Where a file stands in the house. `module` is set inside src/server/modules. */
export interface Place {
  room: "contract" | "web" | "server" | "db" | "outside";
  layer: string;
  module?: string;
}

/** Web: each layer uses those before it. */
export const webLayers = ["lib", "ui", "features", "pages", "app"];

/** Server: a module uses those before it, through their front door. */
export const moduleOrder = [
  "accounts",
  "settings",
  "audit",
  "faults",
  "media",
  "inventory",
  "events",
  "shop",
  "promotions",
  "tickets",
  "ledger",
  "payments",
  "orders",
  "papers",
  "reconciliation",
  "waitlist",
  "door",
  "community",
  "live",
  "feeds",
  "interest",
  "email",
  "analytics",
  "invariants",
  "desk",
];

/** Tests may look behind every door. */
export const isTest = (path: string) => path.startsWith("tests/") || /\.(test|e2e)\.tsx?$/.test(path);

/** Finds a file's place by its path. */
export function placeOf(path: string): Place {
  const [top, room, layer = "", next = ""] = path.split("/");
  if (isTest(path)) return { room: "outside", layer: "tests" };
  if (top === "db") return { room: "db", layer: "seed" };
  if (top !== "src") return { room: "outside", layer: top ?? "" };
  if (room === "contract") return { room: "contract", layer: "contract" };
  if (room === "web") return { room: "web", layer };
  if (layer === "platform") return { room: "server", layer };
  if (layer === "modules") return { room: "server", layer, module: next };
  return { room: "server", layer: layer === "config.ts" ? "config" : "app" };
}

const addresses: Record<string, string> = {
  "#contract/": "src/contract/",
  "#server/": "src/server/",
  "#web/": "src/web/",
  "#db/": "db/",
  "#tests/": "tests/",
};

/** The file that an import means; undefined for packages. */
export function resolveImport(from: string, request: string): string | undefined {
  if (request.startsWith(".")) return posix.join(posix.dirname(from), request);
  const prefix = Object.keys(addresses).find((name) => request.startsWith(name));
  return prefix === undefined ? undefined : addresses[prefix] + request.slice(prefix.length);
}

/** How a file of src is imported from another module or room. */
export function addressOf(path: string): string {
  const prefix = Object.keys(addresses).find((name) => path.startsWith(addresses[name]!));
  return prefix === undefined ? path : prefix + path.slice(addresses[prefix]!.length);
}
