import { lateStartScript } from "./late-start.ts";
import { splashScript } from "./splash.ts";
import { themeScript } from "./theme.ts";

/** The only inline script in the document's head. Its hash is in the page's CSP. */
export const headScript = `${themeScript};${splashScript};${lateStartScript}`;
