/** What a form-encoded body says, with `a[b][0]` as objects in objects. */
export interface Form {
  [name: string]: string | Form;
}

/** Reads a form as the processor does: nested names, later values win. */
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

/** One text of a form; undefined where there is none. */
export function textOf(form: Form, ...path: string[]): string | undefined {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === "object" ? at[part] : undefined;
  return typeof at === "string" ? at : undefined;
}

/** The texts of a flat part of a form, metadata say. */
export function textsOf(form: Form, name: string): Record<string, string> {
  const part = form[name];
  if (typeof part !== "object") return {};
  return Object.fromEntries(
    Object.entries(part).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
