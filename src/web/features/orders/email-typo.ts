/** Where people who buy here have their email. */
const providers = [
  ..."gmail yahoo hotmail outlook icloud live ymail rocketmail googlemail protonmail cwjamaica".split(" ").map(com),
  ..."comcast verizon sbcglobal bellsouth optonline charter earthlink".split(" ").map((name) => `${name}.net`),
];

/** Other real domains that are one or two letters away from one of these. Never corrected. */
const neighbors = new Set([
  ...providers,
  ..."mail email qmail hmail fmail tmail vmail xmail zmail pmail gmx aol msn me mac aim love life alive olive"
    .split(" ")
    .map(com),
  ..."yahoo.ca yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.fr yahoo.de yahoo.es yahoo.it yahoo.com.mx yahoo.com.br".split(
    " ",
  ),
  ..."hotmail.ca hotmail.co.uk hotmail.fr hotmail.de hotmail.es hotmail.it outlook.fr outlook.de outlook.es".split(" "),
  ..."live.ca live.co.uk live.fr live.nl gmail.de proton.me comcast.com verizon.com charter.com".split(" "),
]);

function com(name: string): string {
  return `${name}.com`;
}

/** Endings that no domain has, typed for ".com" or ".net". */
const endings: Record<string, string> = {
  con: "com",
  cmo: "com",
  ocm: "com",
  vom: "com",
  xom: "com",
  comm: "com",
  coom: "com",
  cim: "com",
  cok: "com",
  ner: "net",
  nte: "net",
  ent: "net",
  nett: "net",
};

/** The most letters that may be wrong: short names have too many real neighbors. */
const maxWrong = (domain: string): number => (domain.length >= 9 ? 2 : 1);

/**
 * The address that was most likely meant, "ada@gmail.com" for "ada@gmial.com"; undefined if the address looks right. Only
 * a question to its owner: real domains can be as close.
 *
 * @param isTyping true while more letters may follow: "gmail.co" is then on its way to "gmail.com"
 */
export function suggestEmail(email: string, isTyping = false): string | undefined {
  const [, local, typed] = /^\s*([^@\s]+)@([^@\s]+\.[^@\s.]+)\s*$/.exec(email.toLowerCase()) ?? [];
  if (local === undefined || typed === undefined || neighbors.has(typed)) return undefined;
  if (isTyping && providers.some((domain) => domain.startsWith(typed))) return undefined;
  const dot = typed.lastIndexOf(".");
  const ending = endings[typed.slice(dot + 1)];
  const domain = ending === undefined ? typed : `${typed.slice(0, dot)}.${ending}`;
  const nearest = providers
    .map((provider) => ({ provider, wrong: countWrong(domain, provider) }))
    .filter(({ provider, wrong }) => wrong <= 1 || (wrong <= maxWrong(provider) && provider[0] === domain[0]))
    .sort((a, b) => a.wrong - b.wrong)[0];
  if (nearest !== undefined && !neighbors.has(domain)) return `${local}@${nearest.provider}`;
  return domain === typed ? undefined : `${local}@${domain}`;
}

/** How many letters are wrong, missing, too many or swapped (optimal string alignment). */
function countWrong(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        swapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
