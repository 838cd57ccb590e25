import "./domain-events.ts";

export { findCreditNoteId } from "./store.ts";
export { orderDocuments } from "./module.ts";
