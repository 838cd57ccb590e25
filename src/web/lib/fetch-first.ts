/** Files that are fetched, or that the page started with. */
let there: Set<string> | undefined;

const startedWith = () => [
  ...(document.querySelector<HTMLMetaElement>("meta[name=scripts]")?.content.split(" ") ?? []),
  ...[...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href") ?? ""),
];

/** A file that the site no longer has because a newer release replaced it. */
export class FileGone extends TypeError {}

/** @throws TypeError on a network failure, FileGone when the site has no such file */
async function fetchFile(path: string): Promise<void> {
  there ??= new Set(startedWith());
  if (there.has(path)) return;
  const reply = await fetch(path);
  if (!reply.ok) throw new (reply.status === 404 ? FileGone : TypeError)(`Failed to fetch ${path}: ${reply.status}`);
  await reply.arrayBuffer();
  if (path.endsWith(".css")) await addStyles(path);
  there.add(path);
}

const addStyles = (href: string) =>
  new Promise((done) => {
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done }),
    );
  });

/**
 * The build wraps every `import()` in this function. It loads the file and its dependencies by `fetch` first, so that
 * the import reads them from the browser's cache. Browsers on the HTML spec from before 2026, including Chromium,
 * remember a failed import until the page closes, but a failed fetch can be repeated.
 * https://github.com/whatwg/html/pull/10327
 *
 * @param files paths without the leading slash, as the build writes them
 */
export async function fetchFirst<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  await Promise.all(files.map((file) => fetchFile(`/${file}`)));
  return load();
}
