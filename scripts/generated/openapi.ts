import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { z } from "zod";
import { replyTypeOf, type Endpoint } from "#contract/endpoint.ts";
import { ErrorReply, errorStatus, type ErrorCode } from "#contract/errors.ts";
import { mechanisms, nouns } from "../structure/nouns.ts";
import type { NamedEndpoint } from "./contract-exports.ts";

/** Where the description is; the server puts its own address into it. */
export const openApiPath = "src/server/openapi.generated.json";

/** What a caller sends: values of the path, of the query and the body. */
export interface Example {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

const alwaysPossible = ["invalid_input", "too_many_requests", "proof_required", "internal", "unavailable"] as const;

/**
 * Describes the whole API as OpenAPI 3.1, from the same contract that the routes enforce. An operation's id is its
 * constant in the contract, and every shape that the contract exports is a component with that name.
 *
 * @param examples by the name of the endpoint
 * @param version of the product
 */
export function describeApi(
  endpoints: NamedEndpoint[],
  schemas: Map<string, z.ZodType>,
  examples: Record<string, Example>,
  version: string,
): object {
  // A shape with an id becomes a component where it is used.
  for (const [id, schema] of schemas) z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  const paths: ZodOpenApiPathsObject = {};
  const refusals: Refusals = {};
  for (const named of endpoints.toSorted((a, b) => a.endpoint.path.localeCompare(b.endpoint.path))) {
    const item = (paths[named.endpoint.path] ??= {}) as Record<string, unknown>;
    item[named.endpoint.method.toLowerCase()] = describeEndpoint(named, examples[named.name] ?? {}, refusals);
  }
  const document = createDocument({
    openapi: "3.1.0",
    info: {
      title: "Savage Gentlemen",
      version,
      description:
        "Money is in integer cents; times are UTC instants. Sign in with a cookie or bearer token. Writes that create payments, holds or tickets need an Idempotency-Key.",
      license: { name: "Proprietary, all rights reserved", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/" }],
    tags: describeTags(endpoints),
    paths,
    components: {
      schemas: { ErrorReply },
      responses: { ...refusals, Redirect: redirect },
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: {
        cookie: { type: "apiKey", in: "cookie", name: "sg_session" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
  });
  for (const { name, endpoint } of endpoints) addExamples(document, endpoint, examples[name] ?? {});
  return dropUnused(document);
}

const idempotencyKey = {
  in: "header" as const,
  name: "Idempotency-Key",
  required: true,
  schema: { type: "string" as const, maxLength: 255 },
  example: "5b0e6d0e-3a8e-4a51-9d0c-4a3f6f6d2c11",
};

/** The nouns of the contract's folders, and what else has endpoints. */
function describeTags(endpoints: NamedEndpoint[]) {
  return [...new Set(endpoints.map(tagOf))].toSorted().map((name) => {
    const about = (nouns[name] ?? mechanisms[name])?.what ?? name;
    // What follows says where the code is.
    const what = about.split(/[;.] /, 1)[0]!.replaceAll(/ \(`[^`]+`\)/g, "");
    return { name, description: `${what.charAt(0).toUpperCase()}${what.slice(1)}.` };
  });
}

const tagOf = ({ file }: NamedEndpoint) => file.split(/[/.]/, 1)[0]!;

function describeEndpoint(named: NamedEndpoint, example: Example, refusals: Refusals): ZodOpenApiOperationObject {
  const { endpoint, operationId } = named;
  const { access, limit, summary, params, query, body, upload } = endpoint;
  const sample = example.body === undefined ? undefined : { value: example.body };
  return {
    operationId,
    summary,
    description: `Access: ${access}. Limit: ${limit}.`,
    tags: [tagOf(named)],
    security: access === "public" || access === "signed" ? [] : [{ cookie: [] }, { bearer: [] }],
    parameters: endpoint.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : [],
    requestParams: { ...(params && { path: params }), ...(query && { query }) } as Fields,
    ...(upload && { requestBody: { required: true, content: describeFile(upload.types) } }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { "application/json": { schema: body, ...(sample && { examples: { sample } }) } },
      },
    }),
    responses: { ...describeSuccess(endpoint), ...describeRefusals(endpoint, refusals) },
  };
}

/** Parameters are fields of objects. */
type Fields = NonNullable<ZodOpenApiOperationObject["requestParams"]>;

const describeFile = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: "string" as const, format: "binary" } }]));

function describeSuccess(endpoint: Endpoint) {
  const { status = 200, reply } = endpoint;
  if (status >= 300) return { [status]: redirectReference, default: anyRefusal };
  return {
    [status]: {
      description: "Success",
      content: { [replyTypeOf(endpoint)]: { schema: reply }, ...(endpoint.hasPage && page) },
    },
    ...(endpoint.redirectsForms && { 303: redirectReference }),
  };
}

const page = { "text/html": { schema: { type: "string" as const } } };
const redirect = {
  description: "Redirect",
  headers: { Location: { required: true, schema: { type: "string" as const, format: "uri-reference" } } },
};
const anyRefusal = {
  description: "Any other error",
  content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorReply" } } },
};
const redirectReference = { $ref: "#/components/responses/Redirect" };

/** Responses that several operations share, by their error codes. */
type Refusals = Record<string, ReturnType<typeof describeRefusal>>;

/** One response for each status, which lists the codes that it may have. */
function describeRefusals(endpoint: Endpoint, refusals: Refusals) {
  const codes = [...new Set([...endpoint.errors, ...guardCodes(endpoint), ...alwaysPossible])].toSorted();
  const byStatus = Object.groupBy(codes, (code) => String(errorStatus[code]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => {
      const name = group!.join(".");
      refusals[name] ??= describeRefusal(group!);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** What the guards of an endpoint refuse with, besides its own errors. */
function guardCodes({ method, access, delicate, idempotent }: Endpoint): ErrorCode[] {
  const isOpen = access === "public" || access === "signed";
  const isStaff = access === "moderator" || access === "admin";
  return [
    ...(isOpen ? [] : (["not_signed_in"] as const)),
    ...(isOpen || access === "guest" ? [] : (["not_allowed"] as const)),
    ...(isStaff ? (["second_factor_missing"] as const) : []),
    ...(method === "GET" || access === "signed" ? [] : (["foreign_origin"] as const)),
    ...(delicate === undefined ? [] : (["confirmation_required"] as const)),
    ...(idempotent ? (["idempotency_key_required", "idempotency_key_reused", "request_in_flight"] as const) : []),
  ];
}

const describeRefusal = (codes: ErrorCode[]) => ({
  description: codes.join(", "),
  content: {
    "application/json": {
      schema: {
        allOf: [
          { $ref: "#/components/schemas/ErrorReply" },
          { type: "object" as const, required: ["code"], properties: { code: { enum: codes } } },
        ],
      },
    },
  },
});

type Document = ReturnType<typeof createDocument>;

/** Adds the examples of a path's and a query's values, which the shapes of a call don't have. */
function addExamples(document: Document, { method, path }: Endpoint, { path: inPath, query }: Example): void {
  const operation = document.paths![path]![method.toLowerCase() as "get"]!;
  operation.parameters = operation.parameters?.map((parameter) => {
    if ("$ref" in parameter) return parameter;
    const example = (parameter.in === "path" ? inPath : query)?.[parameter.name];
    if (example === undefined) return parameter;
    const isNumber = ["integer", "number"].includes((parameter.schema as { type?: string }).type ?? "");
    return { ...parameter, example: isNumber ? Number(example) : example };
  });
}

/** Removes components that no operation reaches: shapes that only the contract itself uses. */
function dropUnused(document: Document): Document {
  const components = document.components as Record<string, Record<string, unknown>>;
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      follow(components[kind!]![name!]);
    }
  };
  follow(document.paths);
  for (const kind of ["schemas", "responses", "parameters"])
    components[kind] = Object.fromEntries(
      Object.entries(components[kind]!)
        .filter(([name]) => used.has(`${kind}/${name}`))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  return document;
}

/** Writes a description with one line for each operation and component, so that a change of one shows as one line. */
export const writeDescription = (document: object): string => `${layOut(document, 3)}\n`;

function layOut(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${layOut(each, depth - 1)}`);
  return `{\n${lines.join(",\n")}\n}`;
}
