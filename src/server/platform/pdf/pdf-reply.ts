import type { FastifyReply } from "fastify";
import { PreparedReply } from "../http/route.ts";

/** A PDF that the browser displays. Saved, its file name says what it is: `R-2026-000042.pdf`. */
export function pdfReply(reply: FastifyReply, name: string, pdf: Buffer): PreparedReply {
  reply.headers({
    "content-disposition": `inline; filename="${name}.pdf"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  return new PreparedReply(pdf, 200, "application/pdf");
}
