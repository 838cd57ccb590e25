import type { Guest } from "./store.ts";

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** Guests by name as it is written, then by type: as one looks for them at a door. */
export function byName<Row extends Pick<Guest, "name" | "typeName" | "orderEnd">>(guests: Row[]): Row[] {
  return guests.toSorted(
    (one, other) =>
      collator.compare(one.name, other.name) ||
      collator.compare(one.typeName, other.typeName) ||
      collator.compare(one.orderEnd, other.orderEnd),
  );
}

/** The letter under which a name is looked for: `E` for Élodie, `#` where it begins with none of A to Z. */
export function initialOf(name: string): string {
  const first = name.normalize("NFD").trim().charAt(0).toUpperCase();
  return /[A-Z]/.test(first) ? first : "#";
}
