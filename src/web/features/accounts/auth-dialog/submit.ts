import { call, callJson } from "#web/lib/call.ts";
import { type SessionUser, unwrapUser } from "#web/lib/session-user.ts";
import type { LoginForm, RegisterForm } from "./password-input.tsx";
import { loginFailure, networkFailure, registrationFailure } from "../failure-text.ts";
import { toast } from "#web/ui/toast.ts";

/** Either the signed-in user or the message to show. */
export type Outcome = { user: SessionUser } | { failure: string };

/** A sign-in that continues with a second factor: its ticket, and the methods the user can use. */
export type SecondStep = { ticket: string; methods: string[] };
export type FirstOutcome = Outcome | { secondStep: SecondStep };

/** The second step that the error response asks for, if any. */
export function readSecondStep({ code, ticket, methods }: Record<string, unknown>): SecondStep | undefined {
  if (code !== "second_factor_required" || typeof ticket !== "string" || !Array.isArray(methods)) return undefined;
  return { ticket, methods: methods.filter((method) => typeof method === "string") };
}

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  try {
    const value: unknown = await response.json();
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

async function reach(path: string, body: unknown): Promise<Response | undefined> {
  try {
    return await call("POST", path, { body });
  } catch {
    return undefined;
  }
}

export async function logIn({ username, password }: LoginForm): Promise<FirstOutcome> {
  const response = await reach("/api/auth/login", { username, password });
  if (!response) return { failure: networkFailure() };
  const answer = await answerOf(response);
  const secondStep = response.ok ? undefined : readSecondStep(answer);
  if (secondStep) return { secondStep };
  const user = response.ok ? unwrapUser(answer) : undefined;
  return user ? { user } : { failure: loginFailure(response.status, answer) };
}

export async function register({ username, displayName, password }: RegisterForm): Promise<Outcome> {
  const response = await reach("/api/auth/register", { username, displayName, password });
  if (!response) return { failure: networkFailure() };
  if (!response.ok) return { failure: registrationFailure(await answerOf(response)) };
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    return { failure: "Unable to process registration response" };
  }
  const user = unwrapUser(answer);
  return user ? { user } : { failure: "Invalid user data received" };
}

export async function continueAsGuest(): Promise<Outcome> {
  const user = await callJson("POST", "/api/auth/guest").then(unwrapUser, () => undefined);
  return user ? { user } : { failure: "Unable to continue as guest. Please try again." };
}

/** Shows the toast that ends every sign-in to an account. */
export function welcomeBack({ displayName, username }: SessionUser): void {
  toast({ title: "Login Successful", description: `Welcome back, ${displayName || username}!`, tone: "good" });
}
