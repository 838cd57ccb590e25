import { z } from "zod";
import { methodNames } from "./methods.ts";

/** A way to pay besides cards, by its name in `methods.ts`. */
export const PaymentMethod = z.enum(methodNames);
export type PaymentMethod = z.infer<typeof PaymentMethod>;
