import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, sep } from "node:path";
import { fail, isOursHere, isWindows, locked, lockText, modules, platform, readJson, root, shed } from "./places.mjs";
import { markInstalling, whoRuns } from "./turns.mjs";

const stampName = ".install-stamp.json";
/** npm's own list of what it installed. */
const listName = ".package-lock.json";
const lockHash = createHash("sha256").update(lockText).digest("hex");

/**
 * Installs what a script needs. npm installs into a folder beside node_modules, so an interrupted install changes
 * nothing. What is only missing then moves in, and whoever runs keeps every file. To replace packages, the whole folder
 * changes places, and only while no script runs from it. Call it within a turn.
 *
 * @param options.withDev also what tests and checks need
 * @returns whether it installed anything: then this process may run a Node that was replaced
 */
export function installWhatIsMissing({ withDev }) {
  const present = readJson(join(modules, listName))?.packages;
  const why = installReason(present, withDev);
  if (why === undefined) return false;
  const adds = present !== undefined && isPartOfLock(present);
  const users = adds || !existsSync(modules) ? [] : whoRuns();
  if (users.length > 0) {
    const names = users.map(({ script, pid }) => `${script} (process ${pid})`).join(", ");
    fail(`The dependencies have changed. Stop what runs from the old ones, then start this again: ${names}.`);
  }
  const startedAt = Date.now();
  console.log(`${why} …`);
  const beside = prepareFolder();
  markInstalling();
  // A developer who runs `npm start` keeps the test tools.
  const dev = withDev || readJson(join(modules, stampName))?.mode === "all";
  installInto(beside, dev);
  try {
    if (adds) moveIn(join(beside, "node_modules"), present);
    else changePlaces(beside);
  } catch (error) {
    fail(`${modules} can't be changed (${error.message}). Stop what uses it, or run \`npm ci\` yourself.`);
  }
  remove(beside);
  console.log(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  return true;
}

/** @returns {string | undefined} the reason for an install, as text */
function installReason(present, withDev) {
  if (!existsSync(modules)) return "Installing dependencies";
  const stamp = readJson(join(modules, stampName));
  if (stamp?.lock === lockHash && stamp.platform === platform && (stamp.mode === "all" || !withDev)) return undefined;

  // `npm ci` or `npm install` run by hand leaves no stamp or an old one, so check what is actually installed.
  if (present && isComplete(present, true)) return void writeStamp(modules, "all");
  if (present && !withDev && isComplete(present, false)) return void writeStamp(modules, "production");
  if (present && withDev && isComplete(present, false)) return "Installing development tools";
  return "Updating dependencies (package-lock.json has changed)";
}

/** Whether every package that the lock file requires on this machine is installed in exactly that version. */
function isComplete(present, dev) {
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === "" || wanted.link) return true;
    if (!dev && (wanted.dev || wanted.devOptional)) return true;
    const found = present[path];
    if (found) return found.version === wanted.version;
    return Boolean(wanted.optional || wanted.devOptional) && !isOursHere(path, wanted);
  });
}

/** Whether each installed package is one of the lock file's, so that an install only adds. */
const isPartOfLock = (present) =>
  Object.entries(present).every(([path, { version }]) => locked[path]?.version === version);

/** A new folder with what npm reads. Those of installs that were interrupted go. */
function prepareFolder() {
  const folder = join(shed, `install-${process.pid}`);
  try {
    mkdirSync(shed, { recursive: true });
    for (const name of readdirSync(shed)) if (name.startsWith("install-")) removeLeftover(join(shed, name));
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    fail(`This user can't install in ${root} (${error.message}). Start this as the folder's owner.`);
  }
  for (const name of ["package.json", "package-lock.json", ".npmrc"]) {
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(folder, name));
  }
  return folder;
}

/** An install that was killed between its two moves has the packages that were there. */
function removeLeftover(folder) {
  if (!existsSync(modules) && existsSync(join(folder, "before"))) renameSync(join(folder, "before"), modules);
  remove(folder);
}

function installInto(folder, dev) {
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, error } = npm(folder, "ci", dev ? "--include=dev" : "--omit=dev", ...options);
  if (status !== 0) {
    remove(folder);
    const reason = error ? ` (${error.message})` : "";
    fail(`The install failed${reason}. See above, fix the cause and start again.`, status ?? 1);
  }
  // A lock file without packages leaves npm nothing to create.
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeStamp(join(folder, "node_modules"), dev ? "all" : "production");
}

/** Moves each missing package into node_modules, and the lists last: until then the next install begins again. */
function moveIn(from, present) {
  const added = readJson(join(from, listName))?.packages ?? {};
  // A folder's name sorts before the names of the folders in it.
  for (const path of Object.keys(added).toSorted()) {
    const source = join(from, "..", path);
    if (path in present || !existsSync(source)) continue;
    // Left by an interrupted move: nobody runs from what isn't listed.
    rmSync(join(root, path), { recursive: true, force: true });
    mkdirSync(dirname(join(root, path)), { recursive: true });
    renameSync(source, join(root, path));
  }
  mkdirSync(join(modules, ".bin"), { recursive: true });
  for (const name of listFolder(join(from, ".bin"))) {
    const link = join(modules, ".bin", name);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) renameSync(join(from, ".bin", name), link);
  }
  for (const name of [listName, stampName]) renameSync(join(from, name), join(modules, name));
}

const listFolder = (path) => (existsSync(path) ? readdirSync(path) : []);

/** Puts the new packages in place of the old ones, which go with the folder. */
function changePlaces(folder) {
  releaseRunningNode();
  if (lstatSync(modules, { throwIfNoEntry: false }) !== undefined) renameSync(modules, join(folder, "before"));
  renameSync(join(folder, "node_modules"), modules);
}

/** Windows can't move a folder with a running program, such as the Node that runs this file, but can move the program. */
function releaseRunningNode() {
  if (isWindows && process.execPath.startsWith(modules + sep))
    renameSync(process.execPath, join(shed, `install-node-${process.pid}.exe`));
}

function remove(path) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Windows: the Node that moved out of the way still runs. The next install removes it.
  }
}

function npm(cwd, ...args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfParentNpm(name)));
  const options = { cwd, env, stdio: "inherit" };
  const ownNpm = process.env.npm_execpath;
  if (ownNpm?.endsWith("npm-cli.js"))
    return spawnSync(process.env.npm_node_execpath ?? process.execPath, [ownNpm, ...args], options);
  return spawnSync("npm", args, { ...options, shell: isWindows });
}

/** Variables that the parent npm sets for its scripts; a child npm would take some of them for its own options. */
function isOfParentNpm(name) {
  return (
    name === "NODE_ENV" ||
    /^npm_(package|lifecycle|command)/i.test(name) ||
    /^npm_config_(local_prefix|omit|include|production|only|also|dev|optional|global|location|workspaces?|dry_run|ignore_scripts)$/i.test(
      name,
    )
  );
}

function writeStamp(folder, mode) {
  try {
    writeFileSync(join(folder, stampName), `${JSON.stringify({ lock: lockHash, mode, platform })}\n`);
  } catch {
    // Another user's folder: what is installed is looked through again the next time.
  }
}
