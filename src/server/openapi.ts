import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Endpoint } from "#contract/endpoint.ts";
import { ErrorReply, errorStatus } from "#contract/errors.ts";

const alwaysPossible = ["invalid_input", "too_many_requests", "internal", "unavailable"] as const;

/** Describes the whole API as OpenAPI 3.1, from the same contracts that the routes enforce. */
export function describeApi(endpoints: Endpoint[], baseUrl: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints.toSorted((a, b) => a.path.localeCompare(b.path))) {
    const item = (paths[endpoint.path] ??= {}) as Record<string, unknown>;
    item[endpoint.method.toLowerCase()] = describe(endpoint);
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Savage Gentlemen",
      version: "1.0.0",
      description:
        "Money is in integer cents; times are UTC instants. Sign in with a cookie or bearer token. Writes that create payments, holds or tickets need an Idempotency-Key.",
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      securitySchemes: {
        cookie: { type: "apiKey", in: "cookie", name: "sg_session" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
  });
}

function describe(endpoint: Endpoint) {
  const delicate = endpoint.delicate === true ? (["confirmation_required"] as const) : [];
  const codes = [...new Set([...endpoint.errors, ...delicate, ...alwaysPossible])];
  const failures = Object.groupBy(codes, (code) => String(errorStatus[code]));
  const headers = endpoint.idempotent
    ? [
        {
          in: "header" as const,
          name: "Idempotency-Key",
          required: true,
          schema: { type: "string" as const, maxLength: 255 },
        },
      ]
    : [];
  return {
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}. Limit: ${endpoint.limit}.`,
    tags: [endpoint.path.split("/")[2] ?? "operations"],
    security: endpoint.access === "public" || endpoint.access === "signed" ? [] : [{ cookie: [] }, { bearer: [] }],
    parameters: headers,
    requestParams: {
      ...(endpoint.params ? { path: endpoint.params } : {}),
      ...(endpoint.query ? { query: endpoint.query } : {}),
    },
    ...(endpoint.upload ? { requestBody: { content: describeFile(endpoint.upload.types) } } : {}),
    ...(endpoint.body ? { requestBody: { content: { "application/json": { schema: endpoint.body } } } } : {}),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: "Success",
        content: { "application/json": { schema: endpoint.reply } },
      },
      ...Object.fromEntries(
        Object.entries(failures).map(([status, group]) => [
          status,
          { description: group!.join(", "), content: { "application/json": { schema: ErrorReply } } },
        ]),
      ),
    },
  };
}

function describeFile(types: readonly string[]) {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: "string" as const, format: "binary" } }]));
}
