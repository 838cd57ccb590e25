import { useQueryClient } from "@tanstack/react-query";
import { useFreshProof, ProofGivenUp } from "#web/lib/fresh-proof.ts";
import type { EndpointName, ReplyOf } from "#contract/calls.ts";
import { type CallArgs, callApi, type CallInput } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { isAdminPath } from "./table/list-query.ts";
import { toast } from "#web/ui/toast.ts";
import { toastFailure, useAttempt as useButtonAttempt } from "#web/ui/use-attempt.ts";
import { useRef } from "react";

/** Confirms what was done. */
export const showSuccess = (title: string, description = ""): void =>
  toast({ title, ...(description ? { description } : {}), tone: "good" });

/** Says what failed, "We couldn't resend the email", and why. */
export const showFailure = (title: string, error: unknown): void => toastFailure(title, failureText(error));

/** What an admin write sends. */
type WriteInput<Name extends EndpointName> = CallInput<Name> & {
  /** The address that no longer exists after this write, so it must not refetch. */
  gone?: string;
};
type WriteArgs<Name extends EndpointName> =
  object extends CallInput<Name> ? [input?: WriteInput<Name>] : [input: WriteInput<Name>];

/** Sends one admin write; a sensitive one shows "Confirm it's you" first. */
export function useAdminCall() {
  const withProof = useFreshProof();
  return <Name extends EndpointName>(name: Name, ...args: CallArgs<Name>): Promise<ReplyOf<Name>> =>
    withProof(() => callApi(name, ...args));
}

/**
 * Sends admin writes; sensitive ones show "Confirm it's you" first. After each, all admin data refetches. Give an
 * idempotency key if the write issues tickets or sends emails: pressing twice then does it once.
 */
export function useAdminWrite() {
  const queryClient = useQueryClient();
  const send = useAdminCall();
  return async <Name extends EndpointName>(name: Name, ...args: WriteArgs<Name>): Promise<ReplyOf<Name>> => {
    const { gone, ...input }: { gone?: string } = args[0] ?? {};
    const reply = await send(name, ...([input] as CallArgs<Name>));
    const isToRead = (path: unknown) => isAdminPath(path) && !(gone !== undefined && String(path).startsWith(gone));
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isToRead(queryKey[0]) });
    return reply;
  };
}

/** The busy and failed state of buttons that write in admin. @param title see `useAttempt` of the design system */
export const useAttempt = <Name extends string>(title?: string) => useButtonAttempt<Name>(failureText, title);

export type AdminCall = ReturnType<typeof useAdminCall>;
export type AdminWrite = ReturnType<typeof useAdminWrite>;

/**
 * The props of a button that writes something at once. It shows that it's busy, and a toast says why it failed.
 *
 * @param act gets an idempotency key that stays until it succeeds: pressing again after a lost connection counts once
 */
export function usePress(title: string, act: (write: AdminWrite, key: string) => Promise<unknown>) {
  const key = useRef<string>(undefined);
  const write = useAdminWrite();
  const { busy, attempt } = useAttempt(title);
  async function send() {
    key.current ??= crypto.randomUUID();
    await act(write, key.current);
    key.current = undefined;
  }
  return { loading: busy !== undefined, onClick: () => void attempt("send", send) };
}

/** Why an admin request failed, in the server's own words if it sent any. */
export function failureText(error: unknown): string {
  if (error instanceof ProofGivenUp) return error.message;
  if (!(error instanceof CallError)) return "You're offline or the site isn't responding. Try again.";
  if (error.status === 401) return "You're signed out. Sign in again to continue.";
  return error.answer.message ?? "Something went wrong on our side. Try again.";
}
