import type { Tx } from "./db/database.ts";

/** Announcements by name; modules add their own by declaration merging in their facts.ts. */
// oxlint-disable-next-line typescript/no-empty-object-type -- grown by the modules
export interface FactMap {}

type Handler<Name extends keyof FactMap> = (tx: Tx, facts: FactMap[Name][]) => Promise<void>;

/**
 * How a module tells those above it what happened, without knowing them. A fact is handled inside the transaction that
 * announces it: the cause and all of its effects are committed together or not at all.
 */
export interface Facts {
  /** Hears every fact of a name; handlers run in the order in which they were registered. */
  on<Name extends keyof FactMap>(name: Name, handler: Handler<Name>): void;
  /** Tells facts of one name, all of a batch at once. */
  tell<Name extends keyof FactMap>(tx: Tx, name: Name, facts: FactMap[Name][]): Promise<void>;
}

/** Makes the one exchange of an app. */
export function createFacts(): Facts {
  const handlers = new Map<keyof FactMap, Handler<never>[]>();
  return {
    on(name, handler) {
      handlers.set(name, [...(handlers.get(name) ?? []), handler]);
    },
    async tell(tx, name, facts) {
      if (facts.length === 0) return;
      for (const handler of handlers.get(name) ?? []) await handler(tx, facts as never[]);
    },
  };
}
