import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { z } from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { root } from "../root.ts";

const folder = "src/contract";

/** An endpoint of the app, the constant that declares it, and the file of the contract that exports the constant. */
export interface NamedEndpoint {
  /** Method and path, such as "GET /api/events/{id}". */
  name: string;
  file: string;
  constant: string;
  /** The constant; for a file that the server derives from another one, the constant and what it becomes. */
  operationId: string;
  endpoint: Endpoint;
}

/** What the contract exports: endpoints and shapes, each with its constant. */
export interface ContractExports {
  endpoints: { file: string; constant: string; endpoint: Endpoint }[];
  /** Each shape once, by its constant. */
  schemas: Map<string, z.ZodType>;
}

/**
 * Reads all exports of the contract.
 *
 * @throws Error for a constant that two files use for two shapes
 */
export async function readContract(): Promise<ContractExports> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .toSorted();
  const endpoints: ContractExports["endpoints"] = [];
  const schemas = new Map<string, z.ZodType>();
  const seen = new Set<unknown>();
  for (const file of files) {
    const exported = (await import(pathToFileURL(join(root, folder, file)).href)) as Record<string, unknown>;
    // In the same order under every loader: of two constants for one shape the first one names it.
    for (const [constant, value] of Object.entries(exported).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      if (isEndpoint(value)) endpoints.push({ file, constant, endpoint: value });
      if (!isSchema(value) || seen.has(value)) continue;
      if (schemas.has(constant))
        throw new Error(`${file} exports a second ${constant}: give one of them another name.`);
      schemas.set(constant, value);
      seen.add(value);
    }
  }
  return { endpoints, schemas };
}

/**
 * Finds the constants of the app's endpoints, sorted by name.
 *
 * @throws Error for an endpoint of the app that the contract doesn't export, and for two with one constant
 */
export function nameEndpoints(endpoints: Endpoint[], contract: ContractExports): NamedEndpoint[] {
  const exported = new Map(contract.endpoints.map((each) => [nameOf(each.endpoint), each]));
  const named = endpoints
    .map((endpoint) => ({ name: nameOf(endpoint), endpoint }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, endpoint }) => {
      // The server derives a list's Excel file from its CSV file.
      const found = exported.get(name) ?? exported.get(name.replace(/\.xlsx$/, ".csv"));
      if (!found) throw new Error(`The contract exports no constant for ${name}.`);
      const { file, constant } = found;
      return { name, file, constant, operationId: exported.has(name) ? constant : `${constant}AsExcel`, endpoint };
    });
  for (const { name, operationId } of named) {
    const other = named.find((each) => each.operationId === operationId && each.name !== name);
    if (other) throw new Error(`${name} and ${other.name} are both ${operationId}: give one of them another name.`);
  }
  return named;
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const isSchema = (value: unknown): value is z.ZodType => typeof value === "object" && value !== null && "_zod" in value;

function isEndpoint(value: unknown): value is Endpoint {
  const { method, path, access, reply } = Object(value) as Partial<Record<keyof Endpoint, unknown>>;
  return [method, path, access].every((each) => typeof each === "string") && typeof reply === "object";
}
