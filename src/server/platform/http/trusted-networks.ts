import ipaddr from "ipaddr.js";

/** How long a list that was read is good for: a change applies within this time on every node. */
const freshMs = 10_000;

/** True if an address is one of these, or in one of these networks (`203.0.113.0/24`). */
export function isInNetworks(address: string, networks: string[]): boolean {
  if (networks.length === 0 || !ipaddr.isValid(address)) return false;
  const own = ipaddr.process(address);
  return networks.some((text) => {
    const [network, bits] = text.includes("/") ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), undefined];
    if (network.kind() !== own.kind()) return false;
    return bits === undefined ? network.toString() === own.toString() : own.match(network, bits);
  });
}

/** Networks that staff named, the venue's own for example: nobody there is counted with the others. */
export interface TrustedNetworks {
  has(address: string): Promise<boolean>;
}

/**
 * Creates the trusted networks of one node.
 *
 * @param read reads the list; asked at most once in ten seconds. While it fails, the last list stands
 */
export function createTrustedNetworks(read: () => Promise<string[]>): TrustedNetworks {
  let list: Promise<string[]> = Promise.resolve([]);
  let readAt = -Infinity;
  return {
    async has(address) {
      if (performance.now() - readAt > freshMs) {
        readAt = performance.now();
        const last = list;
        list = read().catch(() => last);
      }
      return isInNetworks(address, await list);
    },
  };
}
