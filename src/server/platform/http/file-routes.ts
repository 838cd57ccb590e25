import { excelOf, type Endpoint } from "#contract/endpoint.ts";
import type { SheetFile } from "../csv.ts";
import { sheetReply } from "../sheet.ts";
import { csvReply } from "./csv-reply.ts";
import { route, type Call, type Handler, type RouteContext } from "./route.ts";

/**
 * Binds both files of a staff list, CSV and Excel, to what they contain.
 *
 * @param csv the contract's CSV file; the Excel file has the same path but its ending
 * @param name the file's name, without its ending
 */
export function fileRoutes<E extends Endpoint>(
  context: RouteContext,
  csv: E,
  name: string | ((call: Call<E>) => Promise<string>),
  fileOf: (call: Call<E>) => SheetFile | Promise<SheetFile>,
): void {
  const nameOf = async (call: Call<E>) => (typeof name === "string" ? name : name(call));
  const sheet = csv.path.replace(/^.*\/|\.csv$/g, "").slice(0, 31);
  const csvHandler = async (call: Call<E>) => csvReply(call.reply, await nameOf(call), await fileOf(call));
  const excelHandler = async (call: Call<E>) => sheetReply(call.reply, await nameOf(call), await fileOf(call), sheet);
  route(context, csv, csvHandler as Handler<E>);
  route(context, excelOf(csv), excelHandler as Handler<E>);
}
