import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Currency } from "./shapes.ts";

/** The figures on the door of the staff's desks. */
export const DeskFigures = z.object({
  /** Of the last 24 hours by the database's clock; comps bring no money and are counted apart. */
  lastDay: z.object({
    orders: z.int(),
    comps: z.int(),
    tickets: z.int(),
    money: z.array(z.object({ currency: Currency, cents: z.int() })),
  }),
  nightsToCome: z.int(),
  mails: z.object({ failed: z.int(), waiting: z.int() }),
});
export type DeskFigures = z.infer<typeof DeskFigures>;

export const getDeskFigures = endpoint({
  method: "GET",
  path: "/api/admin/figures",
  summary: "What the last day brought, and what needs a look",
  access: "admin",
  limit: "read",
  reply: DeskFigures,
  errors: [],
});
