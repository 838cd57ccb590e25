import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bundled } from "#testing/bundle.ts";
import { cacheFolder } from "#testing/cache-folder.ts";
import type { Numbered, Order, Reply } from "./server.ts";

/** The process died while a command was running. */
export class ServerGone extends Error {}

/** How long a process that no longer responds may take to exit. */
const deathMs = 20_000;

/** A server process that waits for commands. */
export class ChildServer {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #ready: Promise<Reply>;
  #cutOff = Promise.withResolvers<void>();
  #commands = 0;
  /** True if its site was cut off, so that it can open another one. */
  isCutOff = false;

  /** @param file the bundle of `server.ts` */
  constructor(file: string) {
    this.#child = fork(file, {
      env: { ...process.env, NODE_OPTIONS: "", NODE_COMPILE_CACHE: cacheFolder() },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // Starting makes much that lives on: fewer collections, of more at once.
      execArgv: ["--max-semi-space-size=64"],
    });
    this.#child.on("error", () => undefined);
    this.#child.on("message", ({ isCutOff }: Reply) => {
      if (isCutOff !== true) return;
      this.isCutOff = true;
      this.#cutOff.resolve();
    });
    this.#ended = once(this.#child, "exit");
    this.#ready = this.#replyTo(0);
    this.#ready.catch(() => undefined);
  }

  /** Carries out a command. @throws ServerGone if the process died or its site was cut off during it */
  async command(order: Order): Promise<Reply> {
    await this.#ready;
    if (order.do === "open") {
      this.isCutOff = false;
      this.#cutOff = Promise.withResolvers();
    }
    const number = ++this.#commands;
    const reply = this.#replyTo(number);
    this.#child.send({ ...order, number } satisfies Numbered, () => undefined);
    const { error, ...said } = await reply;
    if (error !== undefined) throw new Error(error);
    return said;
  }

  /** What a site that was cut off still comes to, the end of a wait for example, replies to none of the next site's. */
  async #replyTo(number: number): Promise<Reply> {
    const replied = Promise.withResolvers<Reply>();
    const hear = (reply: Reply) => {
      if (reply.to !== number) return;
      // Both messages may have come at once.
      if (this.isCutOff) replied.reject(new ServerGone("The site was cut off"));
      else replied.resolve(reply);
    };
    this.#child.on("message", hear);
    const over = Promise.race([this.#ended, this.#cutOff.promise]);
    const gone = over.then(() => Promise.reject(new ServerGone("The server is gone")));
    return Promise.race([replied.promise, gone]).finally(() => this.#child.off("message", hear));
  }

  /** True if it ended by itself. A live one responds; for a dead one this waits until its end is known. */
  async isGone(): Promise<boolean> {
    const alive = this.command({ do: "steps" }).then(
      () => false,
      () => true,
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("The server process neither responds nor exits")), deathMs);
    });
    return Promise.race([alive, late]).finally(() => clearTimeout(timer));
  }

  /** Shuts it down cleanly, so that its compile cache is kept for the next ones. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }
}

export type Servers = Awaited<ReturnType<typeof createServerPool>>;

/** What sites leave in a process's memory adds up. */
const sitesPerProcess = 20;

/**
 * Keeps `count` server processes ready, so that no run waits for one to load, and another one for runs that nothing
 * crashes.
 */
export async function createServerPool(count: number) {
  const file = await bundled(fileURLToPath(new URL("./server.ts", import.meta.url)));
  const ready: ChildServer[] = [];
  const sites = new WeakMap<ChildServer, number>();
  let closed = false;
  let lasting: ChildServer | undefined;
  const fill = () => {
    while (!closed && ready.length < count) ready.push(new ChildServer(file));
  };
  return {
    next(): ChildServer {
      fill();
      return ready.shift()!;
    },
    /** Ends the use of a server: kills it, unless its site was cut off and another one can follow it. */
    async release(server: ChildServer): Promise<void> {
      const used = (sites.get(server) ?? 0) + 1;
      sites.set(server, used);
      if (!closed && server.isCutOff && used < sitesPerProcess) ready.push(server);
      else await server.kill();
      fill();
    },
    /** The one that is never killed. It works for one run at a time, which closes its site. */
    lasting: (): ChildServer => (lasting ??= new ChildServer(file)),
    async close() {
      closed = true;
      await lasting?.end();
      await Promise.all(ready.splice(0).map((server) => server.kill()));
    },
  };
}
