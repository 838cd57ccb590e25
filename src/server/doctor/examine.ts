import { ConfigError, readConfig, type Config } from "#server/config.ts";
import { checks } from "./checks.ts";
import { findings, type Finding } from "#server/platform/finding-rules.ts";
import { reportSettings } from "./settings-rules.ts";

const signs: Record<Finding["outcome"], string> = { fine: "✓", warning: "!", broken: "✗" };

/**
 * Looks at everything that a site needs to run, and prints what it found and how to mend it, without secrets. Works
 * whether or not the site runs.
 *
 * @returns false if something is broken
 */
export async function examine(
  environment: Record<string, string | undefined>,
  print: (line: string) => void,
): Promise<boolean> {
  let isWell = true;
  const show = ({ about, outcome, says, mend }: Finding) => {
    print(`${signs[outcome]} ${about.padEnd(8)}  ${says}`);
    if (mend !== undefined) print(`             ${mend}`);
    if (outcome === "broken") isWell = false;
  };
  const config = read(environment, show);
  if (config === undefined) {
    print("\nNothing else was checked. Correct the settings first.");
    return false;
  }
  for (const check of checks) (await check(config)).forEach(show);
  return isWell;
}

function read(environment: Record<string, string | undefined>, show: (finding: Finding) => void): Config | undefined {
  try {
    const config = readConfig(environment);
    reportSettings(config, environment).forEach(show);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems)
      show(
        findings.broken("Settings", problem.endsWith("?") ? problem : `${problem}.`, "README.md lists all settings."),
      );
    return undefined;
  }
}
