import { createPublicKey } from "node:crypto";
import type { DkimSettings } from "#server/config.ts";

/** The TXT record with the public key of the key that signs emails. */
export function dkimRecord({ domain, selector, privateKey }: DkimSettings): {
  host: string;
  type: "TXT";
  value: string;
} {
  const key = createPublicKey(privateKey);
  const value = key.export({ type: "spki", format: "der" }).toString("base64");
  return {
    host: `${selector}._domainkey.${domain}`,
    type: "TXT",
    value: `v=DKIM1; k=${key.asymmetricKeyType}; p=${value}`,
  };
}
