/** One element of a document: its name, attributes, text in order, and children. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
}

const token =
  /<\?xml[^?]*\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:-]+)\s*>|<([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Reads XML strictly: one root, every element closed in order, known entities only, no character that XML forbids. */
export function readXml(text: string): Element {
  if (!text.isWellFormed() || /(?![\n\t\r])\p{Cc}|[\ufffe\uffff]/u.test(text))
    throw new Error("A character that XML forbids");
  const root: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const from = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new Error(`Not well-formed at ${text.slice(from, from + 60)}`);
    const [, cdata, closes, opens, attributes = "", empty, plain] = match;
    const here = open.at(-1)!;
    if (cdata !== undefined) here.text += cdata;
    else if (plain !== undefined) here.text += decode(plain);
    else if (closes !== undefined) {
      if (open.pop()!.name !== closes) throw new Error(`</${closes}> closes nothing`);
    } else if (opens !== undefined) {
      const element: Element = { name: opens, attributes: readAttributes(attributes), text: "", children: [] };
      here.children.push(element);
      if (empty !== "/") open.push(element);
    }
  }
  if (open.length !== 1 || root.children.length !== 1 || root.text.trim() !== "")
    throw new Error("Not one complete document");
  return root.children[0]!;
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, decode(value!)]),
  );
}

function decode(text: string): string {
  if (text.includes("]]>")) throw new Error("]]> is outside of CDATA");
  return text.replace(/&([^;\s]*);?/g, (all, name: string) => {
    const sign = entities[name];
    if (sign === undefined || !all.endsWith(";")) throw new Error(`Not an entity: ${all}`);
    return sign;
  });
}

export const childrenOf = ({ children }: Element, name: string) => children.filter((child) => child.name === name);
export const textOf = (element: Element, name: string) => childrenOf(element, name)[0]?.text;
