import type { Tx } from "./db/database.ts";

/** Domain events by name. Modules add their own by declaration merging in their index.ts or domain-events.ts. */
export interface DomainEventMap {}

type Handler<Name extends keyof DomainEventMap> = (tx: Tx, payloads: DomainEventMap[Name][]) => Promise<void>;

/**
 * Lets a module tell later modules what happened without knowing them. A domain event is handled inside the transaction
 * that emits it: the cause and all of its effects commit together or not at all.
 */
export interface EventBus {
  /** Registers a handler for a domain event; handlers run in the order of registration. */
  on<Name extends keyof DomainEventMap>(name: Name, handler: Handler<Name>): void;
  /** Emits domain events of one name, a whole batch at once. */
  emit<Name extends keyof DomainEventMap>(tx: Tx, name: Name, payloads: DomainEventMap[Name][]): Promise<void>;
}

/** Creates the event bus of an app. */
export function createEventBus(): EventBus {
  const handlers = new Map<keyof DomainEventMap, Handler<never>[]>();
  return {
    on(name, handler) {
      handlers.set(name, [...(handlers.get(name) ?? []), handler]);
    },
    async emit(tx, name, payloads) {
      if (payloads.length === 0) return;
      for (const handler of handlers.get(name) ?? []) await handler(tx, payloads as never[]);
    },
  };
}
