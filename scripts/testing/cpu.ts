import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Linux counts process time in hundredths of a second, on every system that Node runs on. */
const tickMs = 10;

/**
 * CPU milliseconds that this process's children and their descendants used, once they have exited. Undefined if the
 * system doesn't report it (anything but Linux).
 */
export function childrenCpuMs(): number | undefined {
  const fields = statOf("self");
  return fields && (Number(fields[13]) + Number(fields[14])) * tickMs;
}

/** The fields of /proc/PID/stat after the process name, which may contain spaces. */
function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

const rounds = 5;

/**
 * CPU milliseconds that a fixed amount of work takes on this machine now, so that times of fast, slow and busy machines
 * compare. It hashes, parses and sorts, as the tests' own code does.
 */
export function calibrate(): number {
  const measured = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return median(measured);
}

function work(): void {
  let text = "start";
  for (let round = 0; round < 60; round++) {
    const list = Array.from({ length: 400 }, (_, index) => ({
      id: index,
      name: `${text.slice(0, 8)}-${(index * 7919) % 400}`,
    }));
    const sorted = (JSON.parse(JSON.stringify(list)) as typeof list).toSorted((a, b) => a.name.localeCompare(b.name));
    text = createHash("sha256")
      .update(sorted.map(({ name }) => name.replace(/(\d)-/g, "$1_")).join())
      .digest("hex");
  }
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
