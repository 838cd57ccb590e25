/** Files that were fetched, or that the page began with. */
let there: Set<string> | undefined;

const startedWith = () => document.querySelector<HTMLMetaElement>("meta[name=scripts]")?.content.split(" ") ?? [];

/** A file that the site no longer has: a newer release took its place. */
export class FileGone extends TypeError {}

/** @throws TypeError from a broken line, FileGone when the site answers that it has no such file */
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
 * What the build puts around every `import()`: its file and all that it needs come by `fetch` first and the import takes
 * them from the browser's cache. Browsers that follow the specification of before 2026 remember a failed import until
 * the page is closed, Chromium among them; a failed fetch can be repeated. https://github.com/whatwg/html/pull/10327
 *
 * @param files paths without the slash before them, as the build writes them
 */
export async function fetchFirst<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  await Promise.all(files.map((file) => fetchFile(`/${file}`)));
  return load();
}
