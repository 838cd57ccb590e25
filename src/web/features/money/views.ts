import { type ComponentType } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";

export type MoneyView = { name: string; label: string; View: ComponentType };

/**
 * The views of the Money section, by `&view=`; the first one is the default. Each loads when it is opened and reads the
 * rest of the URL itself (`useListAddress`).
 */
export const moneyViews: [MoneyView, ...MoneyView[]] = [
  {
    name: "discrepancies",
    label: "Discrepancies",
    View: lazyPart(
      "The list of discrepancies",
      async () => (await import("./discrepancies/discrepancies-view.tsx")).DiscrepanciesView,
    ),
  },
  {
    name: "disputes",
    label: "Disputes",
    View: lazyPart("The list of disputes", async () => (await import("./disputes/disputes-view.tsx")).DisputesView),
  },
  {
    name: "reconciliation",
    label: "Reconciliation",
    View: lazyPart(
      "Reconciliation",
      async () => (await import("./reconciliation/reconciliation-view.tsx")).ReconciliationView,
    ),
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
    name: "webhooks",
    label: "Webhooks",
    View: lazyPart(
      "The list of webhooks",
      async () => (await import("./webhook-events/webhook-events-view.tsx")).WebhookEventsView,
    ),
  },
  {
    name: "ledger-export",
    label: "Ledger export",
    View: lazyPart(
      "The ledger export",
      async () => (await import("./ledger-export/ledger-export-view.tsx")).LedgerExportView,
    ),
  },
];
