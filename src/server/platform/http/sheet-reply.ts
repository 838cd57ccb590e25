import type { FastifyReply } from "fastify";
import type { SheetFile } from "../csv.ts";
import { writeSheet } from "../sheet.ts";
import { PreparedReply } from "./route.ts";

/** A list as an Excel workbook, named after its content: `attendees.xlsx`. @throws AppError `too_large` */
export async function sheetReply(reply: FastifyReply, name: string, list: SheetFile): Promise<PreparedReply> {
  const file = await writeSheet(name, list);
  reply.header("content-disposition", `attachment; filename="${name}.xlsx"`);
  return new PreparedReply(file, 200, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
}
