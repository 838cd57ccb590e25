import { findEventInfo } from "#server/modules/events/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { formatDay } from "#server/platform/format.ts";
import { openSheet } from "#server/platform/pdf/sheet.ts";
import { findAddressLines } from "#server/modules/delivery/index.ts";
import { readState } from "./order-state.ts";
import { showLines } from "./show.ts";
import { findShipments } from "./store.ts";

/** What a packing slip prints. */
interface Slip {
  number: string;
  madeAt: Date;
  /** The name and address, or who picks it up where. */
  to: string[];
  lines: { sku: string; name: string; quantity: number }[];
  /** Units that follow in another parcel. */
  later: number;
}

const columns = { check: 0, units: 0.06, name: 0.16, sku: 0.74 };
const ink = { soft: "#5f574b", line: "#cfc6b6", black: "#0b0a09" };
const rowHeight = 26;

/**
 * The packing slip of a parcel, or of what is still to be sent, as a PDF. It has no prices.
 *
 * @throws AppError `not_found`
 */
export async function printPackingSlip(
  { db }: Deps,
  orderId: string,
  shipmentId: string | undefined,
): Promise<{ name: string; pdf: Buffer }> {
  const state = await readState(db, orderId);
  const fulfillment = requireFound(state.fulfillment);
  const lines = await showLines(db, state);
  const shipment =
    shipmentId === undefined
      ? undefined
      : requireFound((await findShipments(db, orderId)).find(({ id }) => id === shipmentId));
  const unitsOf = (lineId: string, toSend: number) =>
    shipment === undefined ? toSend : (shipment.lines.find((line) => line.lineId === lineId)?.quantity ?? 0);
  const { number, buyerName } = state.order;
  const pdf = await drawSlip({
    number,
    madeAt: shipment?.madeAt ?? fulfillment.paidAt,
    to: await addresseeOf(db, fulfillment, buyerName),
    lines: lines
      .map(({ lineId, sku, name, toSend }) => ({ sku, name, quantity: unitsOf(lineId, toSend) }))
      .filter(({ quantity }) => quantity > 0),
    later: shipment === undefined ? 0 : lines.reduce((sum, { toSend }) => sum + toSend, 0),
  });
  return { name: `packing-slip-${number}`, pdf };
}

async function addresseeOf(
  db: Deps["db"],
  { orderId, method, eventId }: { orderId: string; method: "ship" | "pickup"; eventId: number | null },
  buyerName: string,
): Promise<string[]> {
  const address = await findAddressLines(db, orderId);
  if (method === "ship") return address.length > 0 ? address : [buyerName];
  const event = (await findEventInfo(db, [eventId!])).get(eventId!)!;
  return [buyerName, `Pickup at ${event.title}`, `${formatDay(event.startsAt, event.timeZone)}, ${event.venue.name}`];
}

async function drawSlip({ number, madeAt, to, lines, later }: Slip): Promise<Buffer> {
  const sheet = await openSheet({
    title: `Packing slip ${number}`,
    author: "Savage Gentlemen",
    size: "letter",
    madeAt,
  });
  const { margin, inner } = sheet;
  const wide = { x: margin, width: inner };
  sheet.text("PACKING SLIP", { ...wide, y: 48, size: 26, style: "display", tag: "H1" });
  sheet.text(`Order ${number}`, { ...wide, y: 84, size: 11, style: "strong" });
  let y = 112;
  for (const line of to) y += sheet.text(line, { ...wide, y, size: 12, maxLines: 2 });
  y += 22;
  const at = (share: number, width: number) => ({ x: margin + share * inner, width: width * inner });
  const table = sheet.part("Table");
  const head = sheet.part("TR", table);
  const heading = { y, size: 8, style: "strong" as const, color: ink.soft, tag: "TH" as const, within: head };
  sheet.text("Units", { ...at(columns.units, 0.1), ...heading });
  sheet.text("Item", { ...at(columns.name, 0.56), ...heading });
  sheet.text("SKU", { ...at(columns.sku, 0.26), ...heading });
  y += 16;
  sheet.rule(margin, y, inner, ink.black, 0.8);
  y += 10;
  for (const { sku, name, quantity } of lines) {
    if (y > sheet.height - 90) {
      sheet.addPage();
      y = 60;
    }
    const row = sheet.part("TR", table);
    const cell = { y, tag: "TD" as const, within: row, maxLines: 1 };
    sheet.box(margin, y, 12, 12, { line: ink.black });
    sheet.text(String(quantity), { ...at(columns.units, 0.1), ...cell, size: 13, style: "strong" });
    sheet.text(name, { ...at(columns.name, 0.56), ...cell, size: 12 });
    sheet.text(sku, { ...at(columns.sku, 0.26), ...cell, size: 10, color: ink.soft });
    sheet.rule(margin, y + rowHeight - 7, inner, ink.line, 0.4);
    y += rowHeight;
  }
  if (later > 0) {
    const text = `${later === 1 ? "1 more item follows" : `${later} more items follow`} in another parcel.`;
    sheet.text(text, { ...wide, y: y + 6, size: 10.5, color: ink.soft });
  }
  return sheet.finish();
}
