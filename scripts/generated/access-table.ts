import type { Endpoint } from "#contract/endpoint.ts";

const head = `# Who may call what

Made by \`npm run generate\` from the contracts in \`src/contract/\`, which the server enforces as they stand. A change here
is a change of who may do what: review it as such.

Access: \`public\` anybody · \`guest\` any signed-in person · \`member\` a registered person · \`moderator\` and \`admin\` staff with
at least that role · \`signed\` no session counts, the request proves itself. The sizes of the limits stand in
\`src/server/platform/http/limits.ts\`. "Key" means that the call demands an Idempotency-Key,
"fresh" that its person proved less than five minutes ago that it is still them (else \`confirmation_required\`;
a guest has nothing to prove by and passes). Every call may also answer
\`invalid_input\`, \`too_many_requests\`, \`internal\` and \`unavailable\`; every one above \`public\` \`not_signed_in\` and
\`not_allowed\`; every write from a browser \`foreign_origin\`.
`;

/** Writes the table of all endpoints, sorted by path. */
export function writeAccessTable(endpoints: Endpoint[]): string {
  const rows = endpoints
    .toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(({ method, path, access, limit, idempotent, delicate, errors, summary }) =>
      [
        method,
        `\`${path}\``,
        summary,
        access,
        limit,
        [idempotent === true ? "key" : "", delicate === true ? "fresh" : ""].filter(Boolean).join(", "),
        errors.map((code) => `\`${code}\``).join(" "),
      ].join(" | "),
    );
  const titles = ["Method", "Path", "What it does", "Access", "Limit", "Demands", "Refuses with"];
  const table = [titles.join(" | "), titles.map(() => "---").join(" | "), ...rows];
  return `${head}\n${table.map((row) => `| ${row} |`).join("\n")}\n`;
}
