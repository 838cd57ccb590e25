import type * as rules from "#contract/delivery/rules.ts";

/** Rows of both tables, as tests of their rules need them. */
export const rate = (id: number, wish: Partial<rules.RateRow> = {}): rules.RateRow => ({
  id,
  name: "Ground",
  states: [],
  fromGrams: 0,
  belowGrams: null,
  priceCents: 700,
  freeFromCents: null,
  ...wish,
});
export const tax = (wish: Partial<rules.TaxRow>): rules.TaxRow => ({
  state: "NY",
  zipFrom: null,
  zipTo: null,
  category: null,
  rate: 4000,
  freeBelowCents: null,
  ...wish,
});
export const light = rate(1, { belowGrams: 1000 });
export const heavy = rate(2, { fromGrams: 1000, priceCents: 1200 });
export const express = rate(3, { name: "Express", priceCents: 2500 });
