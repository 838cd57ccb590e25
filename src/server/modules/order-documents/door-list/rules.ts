import type { Guest } from "./store.ts";

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** Guests by name as it is written, then by type: the order in which staff look for them. */
export function byName<Row extends Pick<Guest, "name" | "typeName" | "orderEnd">>(guests: Row[]): Row[] {
  return guests.toSorted(
    (one, other) =>
      collator.compare(one.name, other.name) ||
      collator.compare(one.typeName, other.typeName) ||
      collator.compare(one.orderEnd, other.orderEnd),
  );
}

/** The letter that a name is listed under: `E` for Élodie, `#` when it doesn't start with A to Z. */
export function initialOf(name: string): string {
  const first = name.normalize("NFD").trim().charAt(0).toUpperCase();
  return /[A-Z]/.test(first) ? first : "#";
}
