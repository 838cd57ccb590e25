import { byLastName, lastNameFirst } from "#server/platform/person-names.ts";
import type { Guest } from "./store.ts";

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** One line of a door list: everyone of an order with the same name and ticket type. */
export interface GuestLine extends Pick<Guest, "typeName" | "color" | "orderEnd"> {
  /** With the last name first. */
  name: string;
  /** How many tickets, how many of them are checked in, and when the last was. */
  count: number;
  admittedCount: number;
  admittedAt: Date | null;
  /** How many are on hold because their payment is disputed. */
  frozenCount: number;
}

/** The lines of a door list by last name, then by type: the order in which staff look for guests. */
export function guestLines(guests: Guest[]): GuestLine[] {
  const groups = Map.groupBy(guests, (guest) =>
    JSON.stringify([guest.orderNumber, guest.typeName, guest.name.trim().toLowerCase()]),
  );
  const sorted = [...groups.values()].toSorted(
    ([one], [other]) =>
      collator.compare(one!.typeName, other!.typeName) || collator.compare(one!.orderEnd, other!.orderEnd),
  );
  return byLastName(sorted, ([guest]) => guest!.name).map((group) => {
    const inside = group.flatMap(({ admittedAt }) => admittedAt ?? []);
    const { name, typeName, color, orderEnd } = group[0]!;
    return {
      name: lastNameFirst(name),
      typeName,
      color,
      orderEnd,
      count: group.length,
      admittedCount: inside.length,
      admittedAt: inside.length === 0 ? null : new Date(Math.max(...inside.map((at) => at.getTime()))),
      frozenCount: group.filter(({ isFrozen }) => isFrozen).length,
    };
  });
}
