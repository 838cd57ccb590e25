/** A parsed form-encoded body, with `a[b][0]` as nested objects. */
export interface Form {
  [name: string]: string | Form;
}

/** Parses a form like the processor: nested names, later values win. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== "");
    let at = form;
    for (const part of path.slice(0, -1)) {
      if (typeof at[part] !== "object") at[part] = {};
      at = at[part];
    }
    at[path.at(-1)!] = value;
  }
  return form;
}

/** One value of a form, or undefined. */
export function textOf(form: Form, ...path: string[]): string | undefined {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === "object" ? at[part] : undefined;
  return typeof at === "string" ? at : undefined;
}

/** The values of a flat part of a form, such as metadata. */
export function textsOf(form: Form, name: string): Record<string, string> {
  const part = form[name];
  if (typeof part !== "object") return {};
  return Object.fromEntries(
    Object.entries(part).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
