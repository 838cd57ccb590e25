import type { Finding } from "./finding.ts";
import {
  addressOf,
  featureOrder,
  isTest,
  moduleOrder,
  locationOf,
  resolveImport,
  webLayers,
  type Location,
} from "./rooms.ts";
import { isCode, parse, type Import, type SourceFile } from "./source-file.ts";
import { declaredReaders } from "./table-ownership.ts";

/** One import with both of its ends. */
interface Step {
  from: string;
  to: string;
  at: Location;
  target: Location;
  imported: Import;
  /** A module imports the tables.ts of another one that declares it as a reader. */
  isReader: boolean;
}

interface Rule {
  name: string;
  /** What to do instead if the import isn't allowed; undefined if it is. */
  check(step: Step): string | undefined;
}

/** The one thing that server and web share besides the contract: the type of the renderer that the build exports. */
const rendererShape = "src/web/app/render-types.ts";

const isRoutes = (path: string) => /(^|[/-])routes\.ts$/.test(path);
export const isStore = (path: string) => /(^|\/)(store|[a-z-]+-store|books|inbox)\.ts$|\/store\//.test(path);
export const isRules = (path: string) => /(^|[/-])rules\.ts$/.test(path);

const rules: Rule[] = [
  {
    name: "contract-alone",
    check: ({ at, target }) =>
      at.room === "contract" && target.room !== "contract"
        ? "the contract depends on neither side; move what both need into src/contract"
        : undefined,
  },
  {
    name: "two-rooms",
    check({ at, target, from, to, imported }) {
      if (at.room === "web" && (target.room === "server" || target.room === "db")) {
        return "the web reaches the server only through the API; put shared shapes in src/contract";
      }
      if ((at.room === "server" || at.room === "db") && target.room === "web") {
        const door = from.startsWith("src/server/pages") && to === rendererShape && imported.typeOnly;
        return door ? undefined : "the server knows the web only as a build; put shared shapes in src/contract";
      }
      return undefined;
    },
  },
  {
    name: "web-order",
    check({ at, target }) {
      if (at.room !== "web" || target.room !== "web") return undefined;
      const [ownRank, other] = [webLayers.indexOf(at.layer), webLayers.indexOf(target.layer)];
      return ownRank < other
        ? `${at.layer} comes before ${target.layer} (${webLayers.join(" < ")}); pass it in as a prop, or move it left`
        : undefined;
    },
  },
  {
    name: "feature-order",
    check({ at, target }) {
      if (at.feature === undefined || target.feature === undefined) return undefined;
      const [own, other] = [featureOrder.indexOf(at.feature), featureOrder.indexOf(target.feature)];
      return own !== -1 && own < other
        ? `${at.feature} comes before ${target.feature}; pass it in as a prop, move it down, or compose both in pages/ or app/`
        : undefined;
    },
  },
  {
    name: "plain-ui",
    check: ({ at, target, to }) =>
      at.room === "web" &&
      at.layer === "ui" &&
      target.room === "contract" &&
      !/\/(?:shapes|typed-text|zoned-time)\.ts$/.test(to)
        ? "the design system knows no nouns; take plain props and let features/ fill them"
        : undefined,
  },
  {
    name: "server-order",
    check({ at, target, imported }) {
      if (at.room !== "server" || target.room !== "server") return undefined;
      if (at.layer === "platform" && target.layer === "modules") {
        return "the platform knows no nouns; let the module call it, or pass it a function";
      }
      if (target.layer === "config" && (at.layer === "platform" || at.layer === "modules") && !imported.typeOnly) {
        return "settings are read once and passed down in Deps; import only the type Config";
      }
      if (target.layer === "app" && at.layer !== "app") {
        return "app.ts wires everything together; take what you need as an argument";
      }
      return undefined;
    },
  },
  {
    name: "module-order",
    check({ at, target, isReader }) {
      if (at.module === undefined || target.module === undefined || at.module === target.module) return undefined;
      const [ownRank, other] = [moduleOrder.indexOf(at.module), moduleOrder.indexOf(target.module)];
      if (ownRank === -1 || other === -1) {
        return "a module is missing from the list in src/server/app.ts; add it there in the right position";
      }
      return ownRank < other && !isReader
        ? `${at.module} comes before ${target.module}; emit a domain event (platform/domain-events.ts) and let ${target.module} handle it`
        : undefined;
    },
  },
  {
    name: "front-door",
    check({ at, target, to, imported, isReader }) {
      if (target.module === undefined || at.module === target.module || at.room === "outside") return undefined;
      return isReader || to === `src/server/modules/${target.module}/index.ts`
        ? undefined
        : `import ${imported.typeOnly ? "the type" : "it"} from #server/modules/${target.module}/index.ts, and export there what is missing`;
    },
  },
  {
    name: "routes-call-services",
    check: ({ from, to, at, target, imported }) =>
      isRoutes(from) && at.module !== undefined && target.module === at.module && isStore(to) && !imported.typeOnly
        ? "routes call services; move the query's caller into service.ts"
        : undefined,
  },
  {
    name: "own-address",
    check({ from, to, at, target, imported }) {
      if (!imported.request.startsWith("..") || !from.startsWith("src/")) return undefined;
      const home = (location: Location) =>
        `${location.room}/${location.room === "web" ? "" : location.layer}/${location.module ?? ""}`;
      const leaves = home(at) !== home(target);
      return leaves ? `write it as ${addressOf(to)}; relative imports stay inside their own module` : undefined;
    },
  },
];

/** Packages that run only on the server. */
const serverPackages = /^(node:|pg$|kysely$|fastify$|@fastify\/|pino$|sharp$|nodemailer$|@node-rs\/)/;

/**
 * Checks every import in the tree: rooms, order, public interfaces, packages, cycles.
 *
 * @param packages what package.json declares for production and for development
 */
export function checkImports(
  files: SourceFile[],
  packages: { production: Set<string>; development: Set<string> },
): Finding[] {
  const findings: Finding[] = [];
  const edges = new Map<string, string[]>();
  const mayRead = declaredReaders(files);
  for (const file of files.filter(isCode)) {
    const at = locationOf(file.path);
    for (const imported of parse(file).imports) {
      const location = { file: file.path, line: imported.line };
      const to = resolveImport(file.path, imported.request);
      if (to === undefined) {
        const problem = checkPackage(at, imported, packages);
        if (problem !== undefined) findings.push({ ...location, rule: "packages", message: problem });
        continue;
      }
      if (at.room === "outside") continue;
      edges.set(file.path, [...(edges.get(file.path) ?? []), to]);
      const isReader = at.module !== undefined && mayRead(to, at.module);
      const step = { from: file.path, to, at, target: locationOf(to), imported, isReader };
      for (const { name, check } of rules) {
        const problem = check(step);
        if (problem !== undefined)
          findings.push({ ...location, rule: name, message: `imports ${imported.request}: ${problem}` });
      }
    }
  }
  return [...findings, ...findCycles(edges)];
}

/** Checks that the order of the web's features names each of them once, and nothing else. */
export function checkFeatureOrder(paths: string[], order = featureOrder): Finding[] {
  const file = "scripts/structure/rooms.ts";
  const features = new Set(paths.filter((path) => !isTest(path)).flatMap((path) => locationOf(path).feature ?? []));
  const finding = (message: string): Finding => ({ file, rule: "feature-order", message });
  return [
    ...Array.from(features)
      .filter((name) => !order.includes(name))
      .map((name) => finding(`featureOrder lacks ${name}: add it after every feature that it uses`)),
    ...order
      .filter((name, at) => !features.has(name) || order.indexOf(name) !== at)
      .map((name) => finding(`featureOrder names ${name}, which isn't a feature or is named before: delete it there`)),
  ];
}

/** Besides zod: what an email address is, and how other scripts are spelled in an address. */
const contractPackages = /^(?:zod|zod\/mini|validator\/lib\/isEmail\.js|transliteration|markdown-it)$/;

function checkPackage(
  at: Location,
  { request, typeOnly }: Import,
  packages: { production: Set<string>; development: Set<string> },
): string | undefined {
  if (at.room === "contract" && !contractPackages.test(request))
    return `imports ${request}: the contract may only import zod, and the libraries of rules for both sides that contractPackages lists`;
  if (at.room === "web" && serverPackages.test(request) && !typeOnly) {
    return `imports ${request}: that runs only on the server; use the API instead`;
  }
  if (at.room === "outside" || /^(?:node|virtual):/.test(request) || typeOnly) return undefined;
  const name = request
    .split("/")
    .slice(0, request.startsWith("@") ? 2 : 1)
    .join("/");
  if (packages.production.has(name)) return undefined;
  return packages.development.has(name)
    ? `imports ${name}: it's a development package, which npm start doesn't install; move it to dependencies`
    : `imports ${name}: it isn't in package.json; add it, or use an installed package`;
}

/** Finds one cycle for every set of files that import each other, also if it is only for types. */
function findCycles(edges: Map<string, string[]>): Finding[] {
  const findings: Finding[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  function visit(path: string): void {
    const at = trail.indexOf(path);
    if (at !== -1) {
      const round = [...trail.slice(at), path].map((step) => step.replace(/^src\//, "")).join(" → ");
      findings.push({ file: path, rule: "no-cycles", message: `${round}: move what both need into a third file` });
      return;
    }
    if (done.has(path)) return;
    trail.push(path);
    for (const next of edges.get(path) ?? []) visit(next);
    trail.pop();
    done.add(path);
  }
  for (const path of edges.keys()) visit(path);
  return findings;
}
