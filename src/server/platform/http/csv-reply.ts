import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { streamCsv, type SheetFile } from "../csv.ts";
import { StreamedReply } from "./route.ts";

/**
 * A spreadsheet file that is sent while it is read, named after its content: `audit.csv`. Its first lines are read
 * before anything is sent, so that an invalid query still gets a normal error.
 */
export async function csvReply(reply: FastifyReply, name: string, list: SheetFile): Promise<StreamedReply> {
  const lines = streamCsv(list);
  const first = await lines.next();
  reply.header("content-disposition", `attachment; filename="${name}.csv"`);
  return new StreamedReply(Readable.from(goOn(first, lines)), "text/csv; charset=utf-8");
}

async function* goOn(first: IteratorResult<string, unknown>, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done === true) return;
  yield first.value;
  yield* lines;
}
