import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bundled } from "../kit/bundle.ts";
import { cacheFolder } from "../kit/cache-folder.ts";
import type { Order, Word } from "./server.ts";

/** Said of a process that died while something was asked of it. */
export class ServerGone extends Error {}

/** How long a process that does not answer any more may take to be gone. */
const deathMs = 20_000;

/** A server process that waits for orders. */
export class ChildServer {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #ready: Promise<Word>;

  /** @param file the bundle of `server.ts` */
  constructor(file: string) {
    this.#child = fork(file, {
      env: { ...process.env, NODE_OPTIONS: "", NODE_COMPILE_CACHE: cacheFolder() },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      execArgv: [],
    });
    this.#child.on("error", () => undefined);
    this.#ended = once(this.#child, "exit");
    this.#ready = this.#next();
    this.#ready.catch(() => undefined);
  }

  /** Carries an order out. @throws ServerGone when the process died over it */
  async tell(order: Order): Promise<Word> {
    await this.#ready;
    const word = this.#next();
    this.#child.send(order, () => undefined);
    const { error, ...said } = await word;
    if (error !== undefined) throw new Error(error);
    return said;
  }

  async #next(): Promise<Word> {
    const gone = this.#ended.then(() => Promise.reject(new ServerGone("The server process is gone")));
    const [word] = (await Promise.race([once(this.#child, "message"), gone])) as [Word];
    return word;
  }

  /** True when it ended by itself. One that is alive says so; a dead one is waited for until the news of it is here. */
  async isGone(): Promise<boolean> {
    const alive = this.tell({ do: "tell" }).then(
      () => false,
      () => true,
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("The server process neither answers nor ends")), deathMs);
    });
    return Promise.race([alive, late]).finally(() => clearTimeout(timer));
  }

  /** Ends it in order, so that what it compiled is kept for the next ones. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }
}

export type Servers = Awaited<ReturnType<typeof keepServers>>;

/** Keeps so many server processes ready, so that nobody waits for one to load. */
export async function keepServers(count: number) {
  const file = await bundled(fileURLToPath(new URL("./server.ts", import.meta.url)));
  const ready: ChildServer[] = [];
  let closed = false;
  const fill = () => {
    while (!closed && ready.length < count) ready.push(new ChildServer(file));
  };
  return {
    take(): ChildServer {
      fill();
      const server = ready.shift()!;
      fill();
      return server;
    },
    async close() {
      closed = true;
      await Promise.all(ready.splice(0).map((server) => server.kill()));
    },
  };
}
