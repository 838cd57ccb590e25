import { callApi, fetchApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { type SessionUser, unwrapUser } from "#web/lib/session-user.ts";
import type { LoginForm, RegisterForm } from "./auth-schemas.ts";
import { loginFailure, networkFailure, registrationFailure } from "../failure-text.ts";
import { toast } from "#web/ui/toast.ts";

/** Either the signed-in user or the message to show. */
type Outcome = { user: SessionUser } | { failure: string };

/** A sign-in that continues with a second factor: its ticket, and the methods the user can use. */
export type SecondStep = { ticket: string; methods: string[] };
export type FirstOutcome = Outcome | { secondStep: SecondStep };

export type SignInSteps = {
  onSignedIn: (user: SessionUser) => void;
  /** The password is correct and a second factor is required. */
  onSecondStep: (step: SecondStep) => void;
};

/** The second step that the error response asks for, if any. */
export function readSecondStep({ code, ticket, methods }: Record<string, unknown>): SecondStep | undefined {
  if (code !== "second_factor_required" || typeof ticket !== "string" || !Array.isArray(methods)) return undefined;
  return { ticket, methods: methods.filter((method) => typeof method === "string") };
}

/** Without a response, the server wasn't reached. Without an answer, the response isn't JSON. */
async function readAnswer(call: Promise<Response>) {
  const response = await call.catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  return { response, answer, fields: Object(answer) as Record<string, unknown> };
}

export async function logIn(form: LoginForm): Promise<FirstOutcome> {
  const { response, answer, fields } = await readAnswer(fetchApi("POST /api/auth/login", { body: form }));
  if (!response) return { failure: networkFailure() };
  const secondStep = response.ok ? undefined : readSecondStep(fields);
  if (secondStep) return { secondStep };
  const user = response.ok ? unwrapUser(answer) : undefined;
  return user ? { user } : { failure: loginFailure(response.status, fields) };
}

/**
 * The outcome of a sign-in by another way than a password.
 *
 * @param failureOf the message for what the call was refused with, or failed with
 */
export async function outcomeOf(call: Promise<unknown>, failureOf: (error: unknown) => string): Promise<FirstOutcome> {
  try {
    const user = unwrapUser(await call);
    return user ? { user } : { failure: failureOf(undefined) };
  } catch (error) {
    const secondStep = error instanceof CallError ? readSecondStep({ ...error.answer }) : undefined;
    return secondStep ? { secondStep } : { failure: failureOf(error) };
  }
}

export async function register({ confirmPassword: _, ...form }: RegisterForm): Promise<Outcome> {
  const { response, answer, fields } = await readAnswer(fetchApi("POST /api/auth/register", { body: form }));
  if (!response) return { failure: networkFailure() };
  if (!response.ok) return { failure: registrationFailure(fields) };
  if (answer === undefined) return { failure: "Unable to process registration response" };
  const user = unwrapUser(answer);
  return user ? { user } : { failure: "Invalid user data received" };
}

export async function continueAsGuest(): Promise<Outcome> {
  const user = await callApi("POST /api/auth/guest").then(unwrapUser, () => undefined);
  return user ? { user } : { failure: "Unable to continue as guest. Please try again." };
}

/** Takes a sign-in to its next step. @returns the message to show if it failed */
export function proceed(outcome: FirstOutcome, { onSignedIn, onSecondStep }: SignInSteps): string | undefined {
  if ("failure" in outcome) return outcome.failure;
  if ("secondStep" in outcome) onSecondStep(outcome.secondStep);
  else welcomeBack(outcome.user, onSignedIn);
  return undefined;
}

/** Ends every sign-in to an account, with a toast. */
export function welcomeBack(user: SessionUser, onSignedIn: SignInSteps["onSignedIn"]): void {
  const name = user.displayName || user.username;
  toast({ title: "Login Successful", description: `Welcome back, ${name}!`, tone: "good" });
  onSignedIn(user);
}
