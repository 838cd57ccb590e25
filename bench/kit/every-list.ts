import { readFileSync } from "node:fs";
import type { Asker, Subjects } from "#testing/list-questions.ts";

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
  allOf?: Schema[];
}
interface Operation {
  parameters?: { name: string; required?: boolean }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Description {
  paths: Record<string, { get?: Operation }>;
  components: { schemas: Record<string, Schema> };
}

type Question = { asker: Asker; path: string };

/**
 * Every list of the API that is in none of these questions, as an administrator asks for it, by the API's own description:
 * a list is what returns `items`.
 *
 * @returns the questions, and the lists that need something which no row of the filled database stands for
 */
export function findOtherLists(asked: Question[], of: Subjects): { questions: Question[]; left: string[] } {
  const file = new URL("../../src/server/openapi.generated.json", import.meta.url);
  const { paths, components } = JSON.parse(readFileSync(file, "utf8")) as Description;
  const isAsked = new Set(asked.map(({ path }) => path.split("?")[0]!));
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : resolve(components.schemas[schema.$ref.split("/").at(-1)!]!);
  const hasItems = (schema: Schema): boolean => {
    const { properties = {}, allOf = [] } = resolve(schema);
    return "items" in properties || allOf.some(hasItems);
  };
  const questions: Question[] = [];
  const left: string[] = [];
  for (const [path, { get }] of Object.entries(paths)) {
    const schema = get?.responses["200"]?.content?.["application/json"]?.schema;
    if (get === undefined || schema === undefined || !hasItems(schema)) continue;
    const needed = (get.parameters ?? []).filter(({ required }) => required).map(({ name }) => name);
    const address = fill(path, needed, of);
    if (address === undefined) left.push(path);
    else if (!isAsked.has(address.split("?")[0]!)) questions.push({ asker: "admin", path: address });
  }
  return { questions, left };
}

/** A path with what it needs; undefined if the database has nothing for it. */
function fill(path: string, needed: string[], of: Subjects): string | undefined {
  const ids: [RegExp, number | string][] = [
    [/\/events\/\{id\}/, of.hotEvent],
    [/\/users\/\{id\}/, of.buyerId],
    [/\/orders\/\{id\}/, of.orderId],
  ];
  const query: Record<string, string> = {
    event: String(of.hotEvent),
    eventId: String(of.hotEvent),
    q: "baptiste",
  };
  let address = path;
  for (const [pattern, id] of ids) {
    if (pattern.test(path)) address = path.replace("{id}", String(id));
  }
  const more = needed.filter((name) => name !== "id");
  if (address.includes("{") || more.some((name) => !(name in query))) return undefined;
  return more.length === 0 ? address : `${address}?${more.map((name) => `${name}=${query[name]}`).join("&")}`;
}
