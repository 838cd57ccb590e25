import type { FastifyReply } from "fastify";
import { writeSheet, type SheetSource } from "../sheet.ts";
import { PreparedReply } from "./route.ts";

/** A list as an Excel workbook, named after its content: `attendees.xlsx`. @throws AppError `too_large` */
export async function sheetReply<Row>(
  reply: FastifyReply,
  name: string,
  source: SheetSource<Row>,
): Promise<PreparedReply> {
  const file = await writeSheet(name, source);
  reply.header("content-disposition", `attachment; filename="${name}.xlsx"`);
  return new PreparedReply(file, 200, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
}
