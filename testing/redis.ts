import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { findRedis } from "../scripts/testing/redis.ts";
import { lastingPort } from "./lasting-port.ts";

export type Redis = Awaited<ReturnType<typeof startRedis>>;

/** A Redis server that stores nothing. It can be stopped and started again, and ends with this process. */
export async function startRedis() {
  const program = findRedis();
  if (program === undefined) throw new Error("redis-server wasn't found. Install it, or set REDIS_SERVER_PATH.");
  const port = await lastingPort();
  const start = async () => {
    const child = spawn(program, ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], {
      stdio: "ignore",
    });
    child.unref();
    while (!(await answers(port))) await sleep(20);
    return child;
  };
  let child = await start();
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      kill();
      await ended;
    },
    async restart() {
      child = await start();
    },
  };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.end("PING\r\n"));
    socket.once("data", () => resolve(true)).once("error", () => resolve(false));
  });
