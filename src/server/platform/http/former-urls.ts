/** URLs in emails that people already have, with what serves them today. */
const former: [RegExp, string][] = [[/^(\/api\/orders\/[\w-]+)\/papers(?=[/?]|$)/, "$1/documents"]];

/** The URL to route: a former one is replaced, every other stays as it came. */
export const currentUrl = (url: string): string =>
  former.reduce((current, [pattern, today]) => current.replace(pattern, today), url);
