import { isCode, parse, walk, type Node, type SourceFile } from "./source-file.ts";

/** A text that a person may read, on a screen, in a mail, in a document or in the terminal. */
export interface VisibleString {
  file: string;
  line: number;
  text: string;
}

/** Attributes and fields that hold names for the machine. */
const technical =
  /^(className|class|style|id|key|name|type|rel|href|src|to|path|method|variant|size|tone|role|d|viewBox|fill|stroke|sizes|srcSet|media|as|autoComplete|inputMode|htmlFor|target|sql|pattern|accept|width|height|transform)$/;
const tagged = /^(sql|css|svg|html)$/;

/** Every visible text of program files, with where it stands. Templates keep their gaps as `{…}`. */
export function visibleStrings(files: SourceFile[]): VisibleString[] {
  return files.filter(isCode).flatMap((file) => {
    const { body, lineOf } = parse(file);
    const found: VisibleString[] = [];
    const skipped = new Set<Node>();
    const skip = (node: unknown) => walk(node, (each) => skipped.add(each));
    walk(body, (node) => {
      const { type } = node;
      if (
        type === "ImportDeclaration" ||
        type === "ExportAllDeclaration" ||
        type === "ImportExpression" ||
        type.startsWith("TS")
      )
        skip(node);
      if (type === "ExportNamedDeclaration") skip(node["source"]);
      if (type === "TaggedTemplateExpression") {
        const tag = node["tag"] as Node;
        const name = (tag["name"] ?? (tag["object"] as Node | undefined)?.["name"] ?? "") as string;
        if (tagged.test(name)) skip((node["quasi"] as Node)["quasis"]);
      }
      if (type === "JSXAttribute" && technical.test(String((node["name"] as Node)["name"]))) skip(node["value"]);
      if (type === "Property" || type === "PropertyDefinition") {
        skip(node["key"]);
        const key = node["key"] as Node;
        if (technical.test(String(key["name"] ?? key["value"]))) skip(node["value"]);
      }
      if (type === "BinaryExpression" || type === "SwitchCase")
        for (const part of ["left", "right", "test"])
          if ((node[part] as Node | undefined)?.type === "Literal") skip(node[part]);
      if (type === "MemberExpression") skip(node["property"]);
      if (skipped.has(node)) return;
      let text: string | undefined;
      if (type === "JSXText") text = String(node["value"]);
      if (type === "Literal" && typeof node["value"] === "string") text = node["value"];
      if (type === "TemplateLiteral")
        text = (node["quasis"] as Node[]).map((part) => (part["value"] as { cooked: string }).cooked).join("{…}");
      if (text === undefined) return;
      text = text.replaceAll(/\s+/g, " ").trim();
      if (isProse(text, type === "JSXText")) found.push({ file: file.path, line: lineOf(node.start), text });
    });
    return found;
  });
}

/** Words in a row, or one with a capital letter; not code, addresses, classes, SQL. */
function isProse(text: string, isJsx: boolean): boolean {
  if (!/[A-Za-z]{2}/.test(text)) return false;
  if (isJsx) return true;
  if (
    /^(select|insert|update|delete|with|create|alter|lock|set|begin|commit|values|from|where|and|order by|exists)\b/i.test(
      text,
    ) &&
    /[=_(*]|\bfrom\b/.test(text)
  )
    return false;
  if (/^[\w-]+(\/[\w.-]+)+/.test(text) || /^[a-z]+:\/\//.test(text)) return false;
  if (/^[A-Z][a-z]+('s)?$/.test(text)) return true;
  if (!/[A-Za-z]\S* +\S*[A-Za-z]/.test(text)) return false;
  if (
    text
      .split(" ")
      .every((word) =>
        /[-:[\]]|^(flex|grid|block|hidden|absolute|relative|sticky|fixed|display|underline|truncate|uppercase|italic|border|rounded|group|peer)$/.test(
          word,
        ),
      )
  )
    return false;
  return true;
}
