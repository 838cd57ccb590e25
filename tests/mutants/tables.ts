import { part } from "./mutant.ts";

const tables = "src/server/platform/tables";
const remote = "src/server/platform/http/remote-file.ts";

export const tablesAndRemoteFiles = part({
  name: "tables",
  tests: [tables, "src/server/platform/http/remote-file", "tests/person-lists", "tests/shop/imports"],
  mutants: [
    {
      id: "list-read-forever",
      file: `${tables}/beside.ts`,
      today: "timer = setTimeout(() => resolve({ problem: tooMuch }), ms);",
      fault: "",
      harm: "A file that its reader never finishes keeps a core busy until the site is restarted.",
    },
    {
      id: "list-reader-knows-settings",
      file: `${tables}/beside.ts`,
      today: "env: {},",
      fault: "",
      harm: "A fault in the reader of somebody's file gives away the keys of the site.",
    },
    {
      id: "list-of-any-size",
      file: `${tables}/parse-table.ts`,
      today: "if (size > limits.bytes) {",
      fault: "if (size > limits.bytes * 1000) {",
      harm: "A file of a gigabyte takes the server's memory.",
    },
    {
      id: "rows-without-end",
      file: `${tables}/table.ts`,
      today: "if (this.#rows.length === rows) {",
      fault: "if (this.#rows.length === rows * 1000) {",
      harm: "A sheet of a million rows takes the server's memory.",
    },
    {
      id: "columns-without-end",
      file: `${tables}/table.ts`,
      today: "if (this.#columns.size > columns) {",
      fault: "if (this.#columns.size > columns * 1000) {",
      harm: "A sheet with something in each of its 16,384 columns stops the preview.",
    },
    {
      id: "cells-without-end",
      file: `${tables}/table.ts`,
      today: "if (++this.#cellCount > cells) {",
      fault: "if (++this.#cellCount > cells * 1000) {",
      harm: "A sheet full of cells takes the server's memory.",
    },
    {
      id: "a-book-in-one-cell",
      file: `${tables}/table.ts`,
      today: "if (text.length > cellLength) {",
      fault: "if (text.length > cellLength * 1000) {",
      harm: "A quotation mark that is never closed makes one guest of half the list.",
    },
    {
      id: "unpacks-to-anything",
      file: `${tables}/workbook/parts.ts`,
      today: "inflateRawSync(packed, { maxOutputLength: maxBytes })",
      fault: "inflateRawSync(packed)",
      harm: "A small Excel file unpacks to gigabytes and takes the server down.",
    },
    {
      id: "pictures-from-any-host",
      file: remote,
      today: "if (!isHostAllowed(url.host)) {",
      fault: "if (false) {",
      harm: "A file of products makes the site ask servers that nobody confirmed.",
    },
    {
      id: "pictures-from-our-network",
      file: remote,
      today:
        'if (url.port !== "" || (isIP(literal) !== 0 && !isPublicAddress(literal))) throw privateFailure(url.host);',
      fault: "",
      harm: "A file of products reads pages of machines behind the firewall.",
    },
    {
      id: "names-of-our-network",
      file: remote,
      today: "...(rules.allowsPrivate ? {} : { lookup: lookupPublic }),",
      fault: "",
      harm: "A name that resolves to a private address gets past the check.",
    },
    {
      id: "link-local-is-public",
      file: remote,
      today: 'ipaddr.process(address).range() === "unicast"',
      fault: '!["private", "loopback"].includes(ipaddr.process(address).range())',
      harm: "A picture's address reads the keys from the cloud's metadata service.",
    },
    {
      id: "redirects-without-end",
      file: remote,
      today: "if (redirects === maxRedirects)",
      fault: "if (redirects === 10 * maxRedirects)",
      harm: "A host that redirects in a circle keeps the job busy.",
    },
  ],
});
