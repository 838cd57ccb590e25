import { ownTables } from "#server/platform/db/owned-tables.ts";

export const accountsTables = ownTables({
  account_links: {},
  identities: {},
  login_tickets: {},
  passkeys: {},
  policies: {},
  recovery_codes: {},
  recovery_requests: {},
  sessions: {},
  totp_secrets: {},
  used_identity_tokens: {},
  users: {
    columns: ["id", "avatar", "created_at", "display_name", "email", "role", "suspended_at", "username"],
    readers: [
      "admin",
      "box-office",
      "carts",
      "chat",
      "community",
      "comps",
      "email",
      "event-changes",
      "fulfillment",
      "media",
      "orders",
      "reconciliation",
      "shop",
      "tickets",
    ],
  },
  webauthn_challenges: {},
});
