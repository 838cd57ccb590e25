import { part } from "./mutant.ts";

const accounts = "src/web/features/accounts";
const lib = "src/web/lib";

export const webSession = part({
  name: "web-session",
  tests: [
    "tests/components/session",
    "tests/components/sign-in",
    "tests/components/shell",
    "tests/components/search",
    "tests/components/pages",
    "tests/components/errors",
    "tests/components/accounts",
    "src/web/app",
    accounts,
    lib,
    "src/web/features/search",
    "src/web/ui",
  ],
  journeys: [
    "journeys/spec-session",
    "journeys/spec-shell",
    "journeys/spec-pages",
    "journeys/second-factor",
    "journeys/account-panel",
    "journeys/search",
  ],
  mutants: [
    {
      id: "admin-cannot-scan",
      file: `${accounts}/guard.tsx`,
      today: 'staff: ["moderator", "admin"],',
      fault: 'staff: ["moderator"],',
      harm: "An admin at the door is told that they don't have access to the scanner.",
    },
    {
      id: "redirect-lives-on",
      file: `${accounts}/auth-host.tsx`,
      today:
        "const redirect = insideSite(readStorage(storageKeys.authRedirect));\n    dropStorage(storageKeys.authRedirect);",
      fault: "const redirect = insideSite(readStorage(storageKeys.authRedirect));",
      harm: "The next sign-in takes a person to a page that someone wanted days ago.",
    },
    {
      id: "redirect-to-another-site",
      file: `${lib}/auth-events.ts`,
      today: "!/^\\/(?![/\\\\])/.test(path)",
      fault: "!/^\\//.test(path)",
      harm: "A crafted link sends people to a copy of the site right after they sign in.",
    },
    {
      id: "signed-out-by-a-tunnel",
      file: `${accounts}/session.ts`,
      today: "if (error instanceof CallError && !isAnswered()) loseSession(session, error.status >= 500);",
      fault: "if (error !== undefined && !isAnswered()) loseSession(session);",
      harm: "A guest without a connection at the door is signed out and has no ticket to show.",
    },
    {
      id: "former-persons-answers",
      file: `${accounts}/user-provider.tsx`,
      today: 'queryClient.removeQueries({ type: "inactive" });',
      fault: "",
      harm: "On a shared computer the next person sees the previous person's tickets.",
    },
    {
      id: "expired-step-stays",
      file: `${accounts}/auth-dialog/second-factor-step.tsx`,
      today: 'if (refusalOf("POST /api/auth/second-factor", error) !== "sign_in_expired") throw error;',
      fault: "throw error;",
      harm: "A person whose sign-in took too long enters one correct code after another in vain.",
    },
    {
      id: "theme-forgotten",
      file: `${lib}/theme.ts`,
      today: "writeStorage(storageKeys.theme, preference);",
      fault: "",
      harm: "The page is dark again after each reload although the visitor chose light.",
    },
    {
      id: "old-toast-closes-the-new",
      file: "src/web/ui/toast.ts",
      today: "if (toastStore.current()?.id === id) toastStore.set(undefined);",
      fault: "if (id > 0) toastStore.set(undefined);",
      harm: "An error message vanishes at once because the message before it expired.",
    },
    {
      id: "mistyped-address-crashes",
      file: `${lib}/page.ts`,
      today: "(error.status === 404 || error.status === 400)",
      fault: "error.status === 404",
      harm: "A mistyped URL shows our error screen instead of the page that leads back.",
    },
    {
      id: "arrow-up-goes-nowhere",
      file: "src/web/features/search/choices.ts",
      today: "(at + by + choices.length) % choices.length",
      fault: "(at + by) % choices.length",
      harm: "The arrow key loses the selection at the top of the search results.",
    },
  ],
});
