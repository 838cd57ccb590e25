// Runs before every npm script, on whatever Node the machine has (20.19 or newer), without dependencies. It installs
// what is missing and makes sure that the scripts themselves run on a Node that is new enough.
//
//  node scripts/bootstrap.mjs              what `npm start` needs
//  node scripts/bootstrap.mjs --with-dev   also what tests and checks need

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(root, "node_modules");
const stampFile = join(modules, ".install-stamp.json");
const shed = join(root, ".cache");
const isWindows = process.platform === "win32";
const withDev = process.argv.includes("--with-dev");

/** The oldest Node that runs TypeScript files without a flag or a warning. */
const oldestNode = [22, 18];

const lockText = readText(join(root, "package-lock.json"));
const lock = JSON.parse(lockText).packages;
const lockHash = createHash("sha256").update(lockText).digest("hex");

clearShed();
const reason = whyInstall();
if (reason) install(reason);
requireNode();

/** @returns {string | undefined} the reason for an install, as text */
function whyInstall() {
  if (!existsSync(modules)) return "Installing dependencies";
  const stamp = readJson(stampFile);
  const mode = stamp?.mode;
  if (stamp?.lock === lockHash && stamp.platform === platform() && (mode === "all" || !withDev)) return undefined;

  // `npm ci` or `npm install` run by hand leaves no stamp or an old one, so check what is actually installed.
  const present = readJson(join(modules, ".package-lock.json"))?.packages;
  if (present && isComplete(present, true)) return void writeStamp("all");
  if (present && !withDev && isComplete(present, false)) return void writeStamp("production");
  if (present && withDev && isComplete(present, false)) return "Installing development tools";
  return "Updating dependencies (package-lock.json has changed)";
}

/** Whether every package that the lock file requires on this machine is installed in exactly that version. */
function isComplete(present, dev) {
  return Object.entries(lock).every(([path, wanted]) => {
    if (path === "" || wanted.link) return true;
    if (!dev && (wanted.dev || wanted.devOptional)) return true;
    const found = present[path];
    if (found) return found.version === wanted.version;
    return Boolean(wanted.optional || wanted.devOptional) && !isOursHere(path, wanted);
  });
}

/** Node and PostgreSQL come as one optional package per platform: this machine's own is not optional. */
function isOursHere(path, { os, cpu }) {
  const name = path.slice("node_modules/".length);
  const named = name in (lock[""].optionalDependencies ?? {});
  return named && os?.includes(process.platform) && cpu?.includes(process.arch);
}

function install(why) {
  // A developer who runs `npm start` keeps the test tools.
  const dev = withDev || readJson(stampFile)?.mode === "all";
  const startedAt = Date.now();
  console.log(`${why} …`);
  releaseRunningNode();
  const { status, error } = npm(
    "ci",
    dev ? "--include=dev" : "--omit=dev",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  );
  if (status !== 0) {
    fail(
      `The install failed${error ? ` (${error.message})` : ""}. See above, fix the cause and start again.`,
      status ?? 1,
    );
  }
  writeStamp(dev ? "all" : "production");
  console.log(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

function npm(...args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfParentNpm(name)));
  const options = { cwd: root, env, stdio: "inherit" };
  const ownNpm = process.env.npm_execpath;
  if (ownNpm?.endsWith("npm-cli.js")) {
    // npm's own Node: ours may be in the folder that is about to be replaced.
    return spawnSync(process.env.npm_node_execpath ?? process.execPath, [ownNpm, ...args], options);
  }
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

/** Windows can't delete a running program, such as the Node that runs this file, but can move it out of the way. */
function releaseRunningNode() {
  if (!isWindows || !process.execPath.startsWith(modules + sep)) return;
  mkdirSync(shed, { recursive: true });
  renameSync(process.execPath, join(shed, `node-${process.pid}.exe`));
}

function clearShed() {
  if (!isWindows || !existsSync(shed)) return;
  for (const name of readdirSync(shed).filter((entry) => /^node-\d+\.exe$/.test(entry))) {
    try {
      rmSync(join(shed, name));
    } catch {
      // Still running.
    }
  }
}

/** The scripts run as `node …`, which npm finds in node_modules/.bin before the machine's own. */
function requireNode() {
  const packaged = join(modules, ".bin", isWindows ? "node.cmd" : "node");
  if (existsSync(packaged)) {
    const { stdout, status } = spawnSync(packaged, ["--version"], { encoding: "utf8", shell: isWindows });
    if (status === 0 && isNewEnough(stdout.trim())) return;
    // It doesn't run here (another C library), so it must not hide the machine's own.
    rmSync(packaged, { force: true });
  }
  const { stdout, status } = spawnSync("node", ["--version"], { encoding: "utf8", shell: isWindows });
  const version = stdout?.trim() || process.version;
  if (status === 0 && isNewEnough(version)) return;
  fail(
    `The site needs Node ${oldestNode.join(".")} or newer. No packaged Node runs on ${platform()}, and the installed one is ${version}. Install Node 24 from https://nodejs.org and start again.`,
    1,
  );
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace("v", "").split(".").map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

function writeStamp(mode) {
  writeFileSync(stampFile, `${JSON.stringify({ lock: lockHash, mode, platform: platform() })}\n`);
}

function platform() {
  return `${process.platform}-${process.arch}`;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return fail(`${path} is missing. This isn't a complete checkout of the site.`, 1);
  }
}

function fail(sentence, code) {
  console.error(sentence);
  process.exit(code);
}
