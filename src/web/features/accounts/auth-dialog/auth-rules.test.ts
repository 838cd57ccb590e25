import { describe, expect, test } from "vitest";
import { loginForm, registerForm } from "./auth-schemas.ts";
import { loginFailure, networkFailure, registrationFailure } from "../failure-text.ts";

const good = { username: "ade", displayName: "Ade", password: "Password1", confirmPassword: "Password1" };

const messages = (result: { success: boolean; error?: { issues: { message: string; path: PropertyKey[] }[] } }) =>
  result.error?.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`) ?? [];

test.each([
  [{ username: "ab" }, "username: Username must be at least 3 characters"],
  [{ username: "  a  " }, "username: Username must be at least 3 characters"],
  [{ displayName: "Al" }, "displayName: Display name must be at least 3 characters"],
  [{ password: "Pass1", confirmPassword: "Pass1" }, "password: Password must be at least 8 characters"],
  [
    { password: "password1", confirmPassword: "password1" },
    "password: Password must contain at least one uppercase letter",
  ],
  [{ password: "Passwords", confirmPassword: "Passwords" }, "password: Password must contain at least one number"],
  [{ confirmPassword: "Pass1" }, "confirmPassword: Confirm password must be at least 6 characters"],
  [{ confirmPassword: "Password2" }, "confirmPassword: Passwords do not match"],
  [{ username: "a", confirmPassword: "Password2" }, "confirmPassword: Passwords do not match"],
])("registering with %o shows its message", (change, message) => {
  expect(messages(registerForm.safeParse({ ...good, ...change }))).toContain(message);
});

test("a valid registration passes", () => {
  expect(registerForm.safeParse(good).success).toBe(true);
});

test("login requires three characters for the username and six for the password", () => {
  expect(messages(loginForm.safeParse({ username: "ab", password: "12345" }))).toEqual([
    "username: Username must be at least 3 characters",
    "password: Password must be at least 6 characters",
  ]);
});

describe("failures", () => {
  test.each([
    [401, {}, "Invalid username or password. Please try again."],
    [404, {}, "Account not found. Please check your username or register."],
    [403, { message: "This account is suspended" }, "This account is suspended"],
    [429, { message: "Sign in with the link we email you" }, "Sign in with the link we email you"],
    [500, {}, "Please check your credentials"],
  ])("login with response %i", (status, answer, text) => {
    expect(loginFailure(status, answer)).toBe(text);
  });
  test.each([
    [{ message: "Username already exists" }, "Username already exists. Please choose a different username."],
    [{ message: "That name is already taken" }, "Username already exists. Please choose a different username."],
    [{ message: "Invalid", errors: [{ message: "x" }] }, "Please check your information and try again."],
    [{}, "Registration failed. Please try again."],
  ])("registration with response %o", (answer, text) => {
    expect(registrationFailure(answer)).toBe(text);
  });
  test("no network: the message depends on whether the device is online", () => {
    expect(networkFailure(false)).toBe(
      "Network connection error. Please check your internet connection and try again.",
    );
    expect(networkFailure(true)).toBe("Network error. Please check your connection and try again.");
  });
});
