import { lookup as lookupName } from "node:dns";
import { request as requestPlain, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Why a file can't be fetched, as a sentence for staff. */
export class RemoteFailure extends Error {
  /** True if it may succeed later. */
  readonly isTemporary: boolean;
  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/** What a request to somebody else's server may do. */
interface RemoteRules {
  /** Whether it may ask this host, `cdn.example.com` or with its port; asked again for each redirect. */
  isHostAllowed: (host: string) => boolean;
  /** True allows private addresses and any port, for tests. */
  allowsPrivate: boolean;
}

const timeoutMs = 30_000;
const maxRedirects = 3;

/**
 * True for an address on the public internet: not this machine, its network, or one that stands for such an address, as
 * `::ffff:10.0.0.1` and `64:ff9b::a00:1` do.
 */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

/**
 * Fetches a file from an address that people gave us, without letting it reach our own network: each address that a name
 * resolves to is checked by the connection itself, so no second answer of the name's server can replace it. Cookies and
 * other things of ours are never sent.
 *
 * @returns the body, which fails if it isn't complete within half a minute
 * @throws RemoteFailure
 */
export async function fetchRemoteFile(url: string, rules: RemoteRules): Promise<IncomingMessage> {
  const signal = AbortSignal.timeout(timeoutMs);
  let target = parseTarget(url, rules);
  for (let redirects = 0; ; redirects++) {
    const response = await send(target, { rules, signal });
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy();
      if (redirects === maxRedirects) throw new RemoteFailure("The address redirects too often", false);
      if (!URL.canParse(headers.location, target.href)) throw new RemoteFailure("The address redirects to none", false);
      target = parseTarget(new URL(headers.location, target).href, rules);
      continue;
    }
    if (statusCode === 200) return response;
    response.destroy();
    throw statusFailure(statusCode, target.host);
  }
}

function statusFailure(status: number, host: string): RemoteFailure {
  if (status === 404 || status === 410) return new RemoteFailure("There's no file at this address anymore", false);
  if (status === 401 || status === 403) return new RemoteFailure(`${host} doesn't give this file to us`, false);
  return new RemoteFailure(`${host} responded with status ${status}`, status === 429 || status >= 500);
}

/** The address, if a request may go there. @throws RemoteFailure */
function parseTarget(text: string, { isHostAllowed, allowsPrivate }: RemoteRules): URL {
  if (!URL.canParse(text)) throw new RemoteFailure("This isn't a web address", false);
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new RemoteFailure("This isn't a web address", false);
  if (url.username !== "" || url.password !== "") throw new RemoteFailure("The address has a password in it", false);
  if (!isHostAllowed(url.host)) {
    throw new RemoteFailure(`The address leads to ${url.host}, which wasn't confirmed`, false);
  }
  if (allowsPrivate) return url;
  // A literal address isn't looked up, so the connection would never check it.
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (url.port !== "" || (isIP(literal) !== 0 && !isPublicAddress(literal))) throw privateFailure(url.host);
  return url;
}

const privateFailure = (host: string) => new RemoteFailure(`${host} isn't on the public internet`, false);

/** Resolves a name as usual, and refuses it if any of its addresses is private. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookupName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, "");
    if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address))) {
      return callback(privateFailure(hostname), "");
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};

function send(url: URL, { rules, signal }: { rules: RemoteRules; signal: AbortSignal }): Promise<IncomingMessage> {
  const options: RequestOptions = {
    // No connection that someone else opened is used again: it was never checked.
    agent: false,
    signal,
    headers: { accept: "image/*", "user-agent": "ProductImport/1.0" },
    ...(rules.allowsPrivate ? {} : { lookup: lookupPublic }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? requestSecure : requestPlain)(url, options, resolve);
    request.on("error", (error) => {
      if (error instanceof RemoteFailure) return reject(error);
      const isSlow = signal.aborted;
      reject(new RemoteFailure(isSlow ? `${url.host} took too long` : `We can't reach ${url.host}`, true));
    });
    request.end();
  });
}
