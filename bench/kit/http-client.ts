import { connect, type Socket } from "node:net";

export interface HttpAnswer {
  status: number;
  body: string;
  headers: string;
}

/**
 * One keep-alive HTTP/1.1 connection that sends one request at a time: as light as a client can be, so that the figures
 * are the server's. Answers must carry a Content-Length.
 */
export class HttpConnection {
  private readonly socket: Socket;
  private readonly host: string;
  private buffered: Buffer = Buffer.alloc(0);
  private waiting: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket, host: string) {
    this.socket = socket;
    this.host = host;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.receive(chunk));
    const fail = (error?: Error) => {
      this.waiting?.reject(error ?? new Error("The server closed the connection"));
      this.waiting = undefined;
    };
    socket.on("error", fail);
    socket.on("close", () => fail());
  }

  static open(baseUrl: string): Promise<HttpConnection> {
    const { hostname, port, host } = new URL(baseUrl);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname === "localhost" ? "127.0.0.1" : hostname, port: Number(port) });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new HttpConnection(socket, host));
      });
    });
  }

  request(method: string, path: string, headers: string, body?: string): Promise<HttpAnswer> {
    const entity =
      body === undefined
        ? "\r\n"
        : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${this.host}\r\n${headers}${entity}`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.buffered = this.buffered.length === 0 ? chunk : Buffer.concat([this.buffered, chunk]);
    const headEnd = this.buffered.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const headers = this.buffered.toString("latin1", 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(headers);
    const end = headEnd + 4 + Number(length?.[1] ?? 0);
    if (this.buffered.length < end) return;
    const body = this.buffered.toString("utf8", headEnd + 4, end);
    this.buffered = this.buffered.subarray(end);
    const { resolve } = this.waiting!;
    this.waiting = undefined;
    resolve({ status: Number(headers.slice(9, 12)), body, headers });
  }
}
