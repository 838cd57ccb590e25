import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "../root.ts";

/** Where a file belongs in the code. `module` is set inside src/server/modules, `feature` inside src/web/features. */
export interface Location {
  room: "contract" | "web" | "server" | "db" | "outside";
  layer: string;
  module?: string;
  feature?: string;
}

/** Web: each layer may use those before it. */
export const webLayers = ["lib", "ui", "admin-kit", "features", "pages", "app"];

/** The features of the web: each may use those before it. Pages and the app use them all. */
export const featureOrder = [
  "search",
  "media",
  "error-reports",
  "splash",
  "invariants",
  "settings",
  "accounts",
  "restrictions",
  "audit",
  "refunds",
  "delivery",
  "person-lists",
  "events",
  "reminders",
  "tickets",
  "carts",
  "fulfillment",
  "order-documents",
  "orders",
  "payments",
  "ledger",
  "reconciliation",
  "ticket-changes",
  "promotions",
  "comps",
  "analytics",
  "shop",
  "chat",
  "community",
  "streams",
  "email",
  "consent",
  "campaigns",
  "door",
  "admin",
];

/** Server: a module may use those before it in app.ts, through their public interface. */
export const moduleOrder = readModuleOrder();

function readModuleOrder(): string[] {
  const text = readFileSync(join(root, "src/server/app.ts"), "utf8");
  const folders = new Map(
    Array.from(text.matchAll(/import \{ (\w+) \} from "\.\/modules\/([a-z-]+)\//g), ([, name, folder]) => [
      name,
      folder!,
    ]),
  );
  const listed = /const modules(?:: [^=]+)? = \[([^\]]*)\]/.exec(text)?.[1]?.match(/\w+/g) ?? [];
  return listed.flatMap((name) => folders.get(name) ?? []);
}

/** Tests may import anything. */
export const isTest = (path: string) => /^tests\/|^testing\//.test(path) || /\.(test|e2e)\.tsx?$/.test(path);

/** Finds a file's place by its path. */
export function locationOf(path: string): Location {
  const [top, room, layer = "", next = ""] = path.split("/");
  if (isTest(path)) return { room: "outside", layer: "tests" };
  if (top === "db") return { room: "db", layer: "seed" };
  if (top !== "src") return { room: "outside", layer: top ?? "" };
  if (room === "contract") return { room: "contract", layer: "contract" };
  if (room === "web") return { room: "web", layer, ...(layer === "features" ? { feature: next } : {}) };
  if (layer === "platform") return { room: "server", layer };
  if (layer === "modules") return { room: "server", layer, module: next };
  return { room: "server", layer: layer === "config.ts" ? "config" : "app" };
}

const addresses: Record<string, string> = {
  "#contract/": "src/contract/",
  "#server/": "src/server/",
  "#web/": "src/web/",
  "#db/": "db/",
  "#testing/": "testing/",
  "#tests/": "tests/",
};

/** The file that an import refers to; undefined for packages. */
export function resolveImport(from: string, request: string): string | undefined {
  if (request.startsWith(".")) return posix.join(posix.dirname(from), request);
  const prefix = Object.keys(addresses).find((name) => request.startsWith(name));
  return prefix === undefined ? undefined : addresses[prefix] + request.slice(prefix.length);
}

/** The specifier that imports a file of src from another module or room. */
export function addressOf(path: string): string {
  const prefix = Object.keys(addresses).find((name) => path.startsWith(addresses[name]!));
  return prefix === undefined ? path : prefix + path.slice(addresses[prefix]!.length);
}
