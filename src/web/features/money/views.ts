import { type ComponentType } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";

export type MoneyView = { name: string; label: string; View: ComponentType };

/**
 * What the money desk shows, by what `&view=` says; the first one where it says nothing. Each is loaded when it is opened
 * and reads the rest of the address itself (`useListAddress`).
 */
export const moneyViews: [MoneyView, ...MoneyView[]] = [
  {
    name: "exceptions",
    label: "Exceptions",
    View: lazyPart(
      "The list of exceptions",
      async () => (await import("./exceptions/exceptions-view.tsx")).ExceptionsView,
    ),
  },
  {
    name: "disputes",
    label: "Disputes",
    View: lazyPart("The list of disputes", async () => (await import("./disputes/disputes-view.tsx")).DisputesView),
  },
  {
    name: "comparison",
    label: "Comparison",
    View: lazyPart("The comparison", async () => (await import("./comparison/comparison-view.tsx")).ComparisonView),
  },
  {
    name: "ledger",
    label: "Ledger",
    View: lazyPart("The ledger", async () => (await import("./ledger/ledger-view.tsx")).LedgerView),
  },
  {
    name: "checks",
    label: "Checks",
    View: lazyPart("The checks", async () => (await import("./checks/checks-view.tsx")).ChecksView),
  },
  {
    name: "notices",
    label: "Notices",
    View: lazyPart("The list of notices", async () => (await import("./notices/notices-view.tsx")).NoticesView),
  },
  {
    name: "journal",
    label: "Journal",
    View: lazyPart("The journal", async () => (await import("./journal/journal-view.tsx")).JournalView),
  },
];
