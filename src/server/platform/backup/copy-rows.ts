import { once } from "node:events";
import type { Socket } from "node:net";
import type pg from "pg";

/** What `pg` calls on a running statement; its types leave most of it out. */
interface Wire {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** A COPY statement as `pg` runs it. `done` settles with the statement. */
class CopyStatement {
  readonly done: Promise<void>;
  #settle!: { resolve: () => void; reject: (error: unknown) => void };
  #error: unknown;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.done = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    // Whoever waits for it gets the error; nobody may be waiting yet.
    this.done.catch(() => undefined);
  }

  submit(wire: pg.Connection) {
    (wire as unknown as Wire).query(this.#text);
  }
  handleError(error: unknown) {
    this.#error ??= error;
    this.#settle.reject(this.#error);
  }
  fail(error: unknown) {
    this.#error ??= error;
  }
  handleReadyForQuery() {
    if (this.#error === undefined) this.#settle.resolve();
    else this.#settle.reject(this.#error);
  }
  handleCommandComplete() {}
  handleRowDescription() {}
  handleDataRow() {}
  handlePortalSuspended() {}
  handleEmptyQuery() {}
}

const enoughBytes = 4 * 1024 * 1024;

class CopyOut extends CopyStatement {
  rows: Buffer[] = [];
  bytes = 0;
  #wire: Wire | undefined;
  #wake: () => void = () => undefined;

  /** PostgreSQL sends each row in a message of its own. */
  handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire) {
    this.#wire = wire;
    this.rows.push(Buffer.from(chunk));
    this.bytes += chunk.length;
    if (this.bytes >= enoughBytes) {
      wire.stream.pause();
      this.#wake();
    }
  }

  /** The rows that have come, once they are enough; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    if (this.bytes < enoughBytes) await Promise.race([this.done, new Promise<void>((wake) => (this.#wake = wake))]);
    const taken = Buffer.concat(this.rows);
    this.rows = [];
    this.bytes = 0;
    this.#wire?.stream.resume();
    return taken.length > 0 ? taken : undefined;
  }
}

/** Runs `COPY … TO STDOUT`: its rows as text, a few megabytes of whole rows at a time. */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer> {
  const statement = new CopyOut(text);
  client.query(statement as unknown as pg.Submittable);
  for (;;) {
    const rows = await statement.next();
    if (rows === undefined) break;
    yield rows;
  }
  await statement.done;
}

class CopyIn extends CopyStatement {
  readonly #rows: AsyncIterable<Buffer>;

  constructor(text: string, rows: AsyncIterable<Buffer>) {
    super(text);
    this.#rows = rows;
  }

  handleCopyInResponse(wire: Wire) {
    void this.#send(wire);
  }

  async #send(wire: Wire) {
    try {
      for await (const chunk of this.#rows) {
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await once(wire.stream, "drain");
      }
      wire.endCopyFrom();
    } catch (error) {
      this.fail(error);
      wire.sendCopyFail("the rows ended early");
    }
  }
}

/** Runs `COPY … FROM STDIN` with rows as text. */
export async function copyIn(client: pg.ClientBase, text: string, rows: AsyncIterable<Buffer>): Promise<void> {
  const statement = new CopyIn(text, rows);
  client.query(statement as unknown as pg.Submittable);
  await statement.done;
}
