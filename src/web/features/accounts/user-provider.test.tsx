import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { createQueryClient } from "#web/lib/query-client.ts";
import { createSession } from "./session.ts";
import { UserProvider, useUser } from "./user-provider.tsx";

function Probe() {
  const { isAuthenticated, isGuest, isAdmin, isModerator } = useUser();
  return JSON.stringify({ isAuthenticated, isGuest, isAdmin, isModerator });
}

test("using the user context outside its provider throws", () => {
  expect(() => renderToString(<Probe />)).toThrow("useUser must be used within a UserProvider");
});

test.each([
  [null, []],
  ["guest", ["isGuest"]],
  ["user", ["isAuthenticated"]],
  ["moderator", ["isAuthenticated", "isModerator"]],
  ["admin", ["isAuthenticated", "isAdmin"]],
] as const)("a user with the role %s has the flags %j", (role, truths) => {
  const user = role && { id: 1, username: "ade", displayName: null, avatar: null, role, isGuest: role === "guest" };
  const html = renderToString(
    <QueryClientProvider client={createQueryClient()}>
      <UserProvider session={createSession(user)}>
        <Probe />
      </UserProvider>
    </QueryClientProvider>,
  );
  const flags = JSON.parse(html.replaceAll("&quot;", '"')) as Record<string, boolean>;
  expect(Object.keys(flags).filter((name) => flags[name])).toEqual(truths);
});
