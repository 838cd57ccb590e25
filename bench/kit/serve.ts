import type { Server } from "node:http";
import type { Server as SocketServer } from "node:net";

/** In a bare server's own process: listens on a free port, reports it to the benchmark, and ends with the benchmark. */
export function serve(server: Server | SocketServer): void {
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" ? address?.port : undefined);
  });
  process.once("disconnect", () => process.exit());
}
