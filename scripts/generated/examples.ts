import type { Endpoint } from "#contract/endpoint.ts";
import type { NamedEndpoint } from "./contract-exports.ts";
import type { Example } from "./openapi.ts";

/** A call of an endpoint, as the tests send it. */
export interface Call {
  url: string;
  body?: unknown;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  parameters?: { in: string; name: string; example?: string | number }[];
  requestBody?: { content: Record<string, { examples?: { sample: { value: unknown } } }> };
}

/** The examples of an earlier description that the contract still accepts, by the endpoints' names. */
export function readExamples(endpoints: NamedEndpoint[], earlier: string | undefined): Record<string, Example> {
  const { paths } = parse(earlier);
  return select(endpoints, ({ endpoint: { method, path } }) => {
    const { parameters = [], requestBody } = paths[path]?.[method.toLowerCase()] ?? {};
    const valuesOf = (place: string) =>
      parameters
        .filter((each) => each.in === place && each.example !== undefined)
        .map((each) => [each.name, String(each.example)] as const);
    const { examples } = requestBody?.content["application/json"] ?? {};
    return {
      path: Object.fromEntries(valuesOf("path")),
      query: Object.fromEntries(valuesOf("query")),
      ...(examples && { body: examples.sample.value }),
    };
  });
}

/** Examples from the calls that the tests have for each endpoint, by its name. */
export const createExamples = (endpoints: NamedEndpoint[], calls: Record<string, Call>): Record<string, Example> =>
  select(endpoints, ({ name, endpoint }) => {
    const call = calls[name];
    if (call === undefined) return {};
    const { pathname, searchParams } = new URL(call.url, "http://localhost");
    const pattern = new RegExp(`^${endpoint.path.replace(/[.]/g, "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    const values = Object.entries(pattern.exec(pathname)?.groups ?? {});
    return {
      path: Object.fromEntries(values.map(([key, value]) => [key, decodeURIComponent(value)])),
      query: Object.fromEntries(searchParams),
      ...(endpoint.body !== undefined && { body: call.body }),
    };
  });

/** The names of endpoints that need an example and have none. A list's filters need none. */
export const listWithoutExample = (endpoints: NamedEndpoint[], examples: Record<string, Example>): string[] =>
  endpoints
    .filter(({ name }) => examples[name] === undefined)
    .filter(({ endpoint }) => endpoint.body !== undefined || !isAccepted(endpoint, {}))
    .map(({ name }) => name);

function select(endpoints: NamedEndpoint[], find: (named: NamedEndpoint) => Example): Record<string, Example> {
  return Object.fromEntries(
    endpoints
      .map((named) => [named.name, find(named)] as const)
      .filter(([, example], index) => !isEmpty(example) && isAccepted(endpoints[index]!.endpoint, example)),
  );
}

const isEmpty = (example: Example) =>
  example.body === undefined && Object.keys({ ...example.path, ...example.query }).length === 0;

/** True if the contract accepts every part of the example. */
const isAccepted = ({ params, query, body }: Endpoint, example: Example): boolean =>
  (params?.safeParse(example.path ?? {}).success ?? true) &&
  (query?.safeParse(example.query ?? {}).success ?? true) &&
  (body?.safeParse(example.body).success ?? true);

/** A description that can't be read, after a merge for example, has none. */
function parse(text: string | undefined): Description {
  try {
    return JSON.parse(text ?? "") as Description;
  } catch {
    return { paths: {} };
  }
}
