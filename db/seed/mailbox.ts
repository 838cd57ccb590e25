import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** An email that arrived, as it was sent. */
export interface ArrivedMail {
  to: string;
  raw: string;
}

/**
 * An email server on this machine that delivers nothing: the demo's campaigns are sent to it, so that they have a past.
 * It says of the addresses in `unknown` that they don't exist.
 */
export async function openMailbox() {
  const arrived: ArrivedMail[] = [];
  const sockets = new Set<Socket>();
  const unknown = new Set<string>();
  const answer = (line: string, to: string): string => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "RCPT" && unknown.has(to)) return "550 5.1.1 No such user here";
    if (verb === "DATA") return "354 Go ahead";
    return verb === "QUIT" ? "221 Bye" : "250 OK";
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.setEncoding("latin1");
    let waiting = "";
    let to = "";
    let isText = false;
    socket.on("data", (chunk: string) => {
      waiting += chunk;
      for (;;) {
        const mark = isText ? "\r\n.\r\n" : "\r\n";
        const end = waiting.indexOf(mark);
        if (end < 0) return;
        const part = waiting.slice(0, end);
        waiting = waiting.slice(end + mark.length);
        if (isText) arrived.push({ to, raw: part });
        else to = /^RCPT TO:<([^>]*)>/i.exec(part)?.[1] ?? to;
        const reply = isText ? "250 OK" : answer(part, to);
        isText = reply.startsWith("354");
        socket.write(`${reply}\r\n`);
      }
    });
    socket.write("220 Ready\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    arrived,
    unknown,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
