import type { ShippingRate, TaxRate } from "#contract/delivery/settings.ts";
import { usStates, type UsState } from "#contract/delivery/us-states.ts";
import { statesOfZip } from "#contract/delivery/us-zip-codes.ts";
import { ratesOfState } from "#contract/delivery/rules.ts";

/** What is wrong with a table, and in which field. */
interface TableProblem {
  path: string;
  message: string;
}

const grams = (value: number) => `${value.toLocaleString("en-US")} g`;

/** Why shipping rates can't be saved: an empty weight range, a gap in a state, or two prices for one option. */
export function refuseRates(rates: ShippingRate[]): TableProblem | undefined {
  for (const [index, { fromGrams, belowGrams }] of rates.entries()) {
    if (belowGrams !== null && belowGrams <= fromGrams) {
      return { path: `rates.${index}.belowGrams`, message: `Rate ${index + 1} has to end above ${grams(fromGrams)}` };
    }
  }
  const indexed = rates.map((rate, index) => ({ ...rate, index }));
  for (const state of Object.keys(usStates)) {
    const stateRates = ratesOfState(indexed, state);
    const isEverywhere = stateRates.every(({ states }) => states.length === 0);
    const problem = refuseZone(stateRates, isEverywhere ? "everywhere" : state);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

type IndexedRate = ShippingRate & { index: number };

/** What is wrong with the rates of one state. */
function refuseZone(rates: IndexedRate[], zone: string): TableProblem | undefined {
  const sorted = rates.toSorted((one, other) => one.fromGrams - other.fromGrams || one.index - other.index);
  let reached = 0;
  for (const rate of sorted) {
    const path = `rates.${rate.index}.fromGrams`;
    if (rate.fromGrams > reached) return { path, message: gap(zone, reached, rate.fromGrams) };
    const twin = sorted.find((other) => other.index < rate.index && other.name === rate.name && overlap(other, rate));
    if (twin !== undefined) {
      const from = Math.max(twin.fromGrams, rate.fromGrams);
      const message = `Two ${rate.name} rates for ${zone} cover ${grams(from)}: rates ${twin.index + 1} and ${rate.index + 1}`;
      return { path, message };
    }
    reached = Math.max(reached, rate.belowGrams ?? Infinity);
  }
  if (sorted.length === 0 || reached === Infinity) return undefined;
  const last = sorted.findLast(({ belowGrams }) => belowGrams === reached)!;
  return { path: `rates.${last.index}.belowGrams`, message: `Rates for ${zone} leave a gap above ${grams(reached)}` };
}

const gap = (zone: string, from: number, to: number) =>
  `Rates for ${zone} leave a gap between ${from.toLocaleString("en-US")} and ${grams(to)}`;

const overlap = (one: ShippingRate, other: ShippingRate) =>
  one.fromGrams < (other.belowGrams ?? Infinity) && other.fromGrams < (one.belowGrams ?? Infinity);

/** Why a tax table can't be saved: a ZIP range that isn't in its state, or two rows for the same place and category. */
export function refuseTaxes(taxes: TaxRate[]): TableProblem | undefined {
  for (const [index, row] of taxes.entries()) {
    const problem = refuseZipRange(row, index) ?? refuseFreePrice(row, index);
    if (problem !== undefined) return problem;
  }
  const groups = Map.groupBy(
    taxes.map((row, index) => ({ ...row, index })),
    ({ state, category, zipFrom }) => `${state} ${category ?? ""} ${zipFrom === null}`,
  );
  for (const group of groups.values()) {
    const sorted = group.toSorted((one, other) => (one.zipFrom ?? "").localeCompare(other.zipFrom ?? ""));
    for (const [place, row] of sorted.entries()) {
      const before = sorted[place - 1];
      if (before === undefined || (row.zipFrom ?? "") > (before.zipTo ?? "")) continue;
      const [first, second] = [before.index, row.index].toSorted((one, other) => one - other);
      const message = `Tax rows ${first! + 1} and ${second! + 1} overlap: both are for ${rowName(row)}`;
      return { path: `taxes.${second}`, message };
    }
  }
  return undefined;
}

const rowName = ({ state, zipFrom, category }: TaxRate) =>
  `${category ?? "everything"} in ${state}${zipFrom === null ? "" : ` at ZIP Code ${zipFrom}`}`;

function refuseFreePrice({ category, freeBelowCents }: TaxRate, index: number): TableProblem | undefined {
  if (category !== "shipping" || freeBelowCents === null) return undefined;
  const message = `Tax row ${index + 1} is for shipping, which is taxed at any price`;
  return { path: `taxes.${index}.freeBelowCents`, message };
}

function refuseZipRange({ state, zipFrom, zipTo }: TaxRate, index: number): TableProblem | undefined {
  const refuse = (field: "zipFrom" | "zipTo", message: string) => ({ path: `taxes.${index}.${field}`, message });
  if (zipFrom === null && zipTo === null) return undefined;
  if (zipFrom === null) return refuse("zipFrom", `Tax row ${index + 1} needs the first ZIP Code of its range`);
  if (zipTo === null) return refuse("zipTo", `Tax row ${index + 1} needs the last ZIP Code of its range`);
  for (const [field, zip] of [
    ["zipFrom", zipFrom],
    ["zipTo", zipTo],
  ] as const) {
    if (!statesOfZip(zip).includes(state as UsState)) {
      return refuse(field, `Tax row ${index + 1}: ${zip} isn't in ${usStates[state as UsState]}`);
    }
  }
  return zipTo < zipFrom ? refuse("zipTo", `Tax row ${index + 1} ends before it starts`) : undefined;
}
