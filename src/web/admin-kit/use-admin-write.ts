import { useQueryClient } from "@tanstack/react-query";
import { useFreshProof, ProofGivenUp } from "#web/lib/fresh-proof.ts";
import type { EndpointName, ReplyOf } from "#contract/calls.ts";
import { type CallArgs, callApi, type CallInput } from "#web/lib/api.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { toast } from "#web/ui/toast.ts";
import { useRef, useState } from "react";

/** Confirms what was done. */
export const showSuccess = (title: string, description = ""): void =>
  toast({ title, ...(description ? { description } : {}), tone: "good" });

/** Says what failed, "We couldn't resend the email", and why. */
export const showFailure = (title: string, error: unknown): void =>
  toast({ title, description: failureText(error), tone: "bad" });

type WriteOptions = {
  method?: "POST" | "PUT" | "PATCH" | "DELETE";
  gone?: string;
};

/** What an admin write sends. */
export type WriteInput<Name extends EndpointName> = CallInput<Name> & {
  /** The address that no longer exists after this write, so it must not refetch. */
  gone?: string;
};
type WriteArgs<Name extends EndpointName> =
  object extends CallInput<Name> ? [input?: WriteInput<Name>] : [input: WriteInput<Name>];

/** Sends one admin write; a sensitive one shows "Confirm it's you" first. */
export function useAdminCall() {
  const withProof = useFreshProof();
  function send<Name extends EndpointName>(name: Name, ...args: CallArgs<Name>): Promise<ReplyOf<Name>>;
  function send<Reply, Path extends string = string>(
    path: OldPath<Path>,
    body?: object,
    key?: string,
    method?: string,
  ): Promise<Reply>;
  function send(name: string, input?: object, key?: string, method = "POST"): Promise<unknown> {
    if (name.startsWith("/"))
      return withProof(() =>
        callJson(method, name, { body: input, ...(key ? { headers: { "idempotency-key": key } } : {}) }),
      );
    return withProof(() => callApi(...([name, input] as unknown as Parameters<typeof callApi>)));
  }
  return send;
}

/**
 * Sends admin writes; sensitive ones show "Confirm it's you" first. After each, all admin data refetches. Give an
 * idempotency key if the write issues tickets or sends emails: pressing twice then does it once.
 */
export function useAdminWrite() {
  const queryClient = useQueryClient();
  const send = useAdminCall();
  function write<Name extends EndpointName>(name: Name, ...args: WriteArgs<Name>): Promise<ReplyOf<Name>>;
  function write<Reply, Path extends string = string>(
    path: OldPath<Path>,
    body?: object,
    key?: string,
    options?: WriteOptions,
  ): Promise<Reply>;
  async function write(name: string, input?: object, key?: string, options: WriteOptions = {}): Promise<unknown> {
    const isOld = name.startsWith("/");
    const { gone, ...rest } = isOld ? { gone: options.gone } : ((input ?? {}) as { gone?: string });
    const reply = await (isOld
      ? send(name as `/${string}`, input, key, options.method)
      : send(...([name, rest] as unknown as Parameters<typeof callApi>)));
    const isToRead = (address: string) =>
      address.startsWith("/api/admin/") && !(gone !== undefined && address.startsWith(gone));
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isToRead(String(queryKey[0])) });
    return reply;
  }
  return write;
}

/**
 * For buttons outside a form that each send something: which one is busy, and why the last press failed.
 *
 * @param title if there is one, a toast with this title says why it failed: "We couldn't resend the email"
 */
export function useAttempt<Name extends string>(title?: string) {
  const [busy, setBusy] = useState<Name>();
  const [failure, setFailure] = useState<string>();
  async function attempt(name: Name, work: () => Promise<unknown>) {
    setBusy(name);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      if (title) showFailure(title, error);
      else setFailure(failureText(error));
    } finally {
      setBusy(undefined);
    }
  }
  /** The props of a button that does one of these things. */
  const press = (name: Name, work: () => Promise<unknown>) => ({
    loading: busy === name,
    onClick: () => void attempt(name, work),
  });
  return { busy, failure, setFailure, attempt, press };
}

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

type OldPath<Path extends string> = Path extends `${string} ${string}` ? never : Path;
