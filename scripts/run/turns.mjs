import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { shed } from "./places.mjs";

// Scripts take turns to look at node_modules and to install. Each one that runs leaves a note, so that nobody replaces
// the packages that it loads from. A process that was killed leaves its turn and its note behind: both name the process.

const turn = join(shed, "turn");
const markerPattern = /^running-\d+$/;
const pollMs = 100;

/**
 * Waits until no other script looks at node_modules or installs.
 *
 * @returns ends the turn; the end of the process does too
 */
export async function acquireTurn() {
  if (!canWrite()) return () => undefined;
  let isPatient = true;
  while (!tryAcquire()) {
    const holder = readHolder(join(turn, "holder"));
    if (holder !== undefined && !isAlive(holder)) {
      removeTurn();
      continue;
    }
    if (isPatient && holder?.installs) console.log(`Waiting for the install of process ${holder.pid} …`);
    isPatient &&= !holder?.installs;
    await sleep(pollMs);
  }
  const end = () => {
    if (readHolder(join(turn, "holder"))?.pid === process.pid) removeTurn();
  };
  process.once("exit", end);
  return end;
}

/** Says to those who wait for this turn that it takes longer. */
export function markInstalling() {
  writeFileSync(join(turn, "new"), JSON.stringify({ ...self(), installs: true }));
  renameSync(join(turn, "new"), join(turn, "holder"));
}

/** Records that this process runs a script from node_modules, until it ends. */
export function holdModules(script) {
  if (!canWrite()) return;
  const marker = join(shed, `running-${process.pid}`);
  writeFileSync(marker, JSON.stringify({ ...self(), script }));
  process.once("exit", () => rmSync(marker, { force: true }));
}

/** The scripts that run from node_modules now; removes the notes of those that were killed. */
export function whoRuns() {
  const markers = readdirSync(shed).filter((name) => markerPattern.test(name));
  return markers.flatMap((name) => {
    const holder = readHolder(join(shed, name));
    if (holder !== undefined && isAlive(holder)) return [holder];
    rmSync(join(shed, name), { force: true });
    return [];
  });
}

/** Whoever can't write here can't install here either. */
function canWrite() {
  try {
    mkdirSync(shed, { recursive: true });
    writeFileSync(join(shed, `probe-${process.pid}`), "");
    rmSync(join(shed, `probe-${process.pid}`));
    return true;
  } catch {
    return false;
  }
}

/** A folder with its content moves into place at once, and never over another that has content. */
function tryAcquire() {
  const own = join(shed, `turn-${process.pid}`);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  writeFileSync(join(own, "holder"), JSON.stringify(self()));
  try {
    renameSync(own, turn);
    return true;
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    // Windows says EPERM, others the rest.
    if (["EPERM", "EACCES", "EEXIST", "ENOTEMPTY"].includes(error.code)) return false;
    throw error;
  }
}

function removeTurn() {
  const away = join(shed, `turn-ended-${process.pid}`);
  try {
    renameSync(turn, away);
  } catch {
    // Another one removed it.
  }
  rmSync(away, { recursive: true, force: true });
}

/** Systems give numbers of ended processes to new ones, so a process is known by when it started too, where that is known. */
const self = () => ({ pid: process.pid, started: startOf(process.pid) });

function isAlive({ pid, started }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return startOf(pid) === started;
}

/** When a process started, in Linux's ticks since the machine did; null on other systems, and if it has ended. */
function startOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // A killed process that nobody has waited for still has its number.
    return fields[0] === "Z" ? null : fields[19];
  } catch {
    return null;
  }
}

function readHolder(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
