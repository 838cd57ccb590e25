import { readdirSync, readFileSync } from "node:fs";

/** What Linux counts of a process, in hundredths of a second. */
export interface ProcessTimes {
  pid: number;
  parent: number;
  /** CPU time of the process itself. */
  ownTime: number;
  /** CPU time of its children that have ended and were waited for, with all that they had waited for. */
  ended: number;
  command: string;
}

/** Every live process, by its ID. Linux only: it reads /proc. */
export function readProcesses(): Map<number, ProcessTimes> {
  const processes = new Map<number, ProcessTimes>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const times = readProcess(name);
    if (times !== undefined) processes.set(times.pid, times);
  }
  return processes;
}

function readProcess(pid: string): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in parentheses, may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return {
      pid: Number(pid),
      parent: fields[1]!,
      ownTime: fields[11]! + fields[12]!,
      ended: fields[13]! + fields[14]!,
      command,
    };
  } catch {
    // It has ended in the meantime.
    return undefined;
  }
}

/** The processes that descend from `root`, without it. */
export function descendants(processes: Map<number, ProcessTimes>, root: number): Map<number, ProcessTimes> {
  const isBelow = new Map<number, boolean>([[root, true]]);
  const check = (pid: number): boolean => {
    const known = isBelow.get(pid);
    if (known !== undefined) return known;
    const parent = processes.get(pid)?.parent;
    const below = parent !== undefined && parent !== 0 && check(parent);
    isBelow.set(pid, below);
    return below;
  };
  return new Map([...processes].filter(([pid]) => pid !== root && check(pid)));
}
