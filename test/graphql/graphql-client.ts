import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print, type GraphQLFormattedError } from "graphql";
import type { ApplicationUnderTest } from "../application/application-under-test.js";

/** A response over HTTP. */
export interface Answer<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Data;
  readonly errors: readonly GraphQLFormattedError[] | undefined;
}

type Client = Pick<ApplicationUnderTest, "url" | "token">;

/** Sends an operation with the key of the application, unless the headers contain another one. */
export function askGraphql<Data, Variables extends Record<string, unknown>>(
  { url, token }: Client,
  document: TypedDocumentNode<Data, Variables> | string,
  variables: Variables | Record<string, unknown> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Data>> {
  const query = typeof document === "string" ? document : print(document);
  const authorization = `Bearer ${token}`;
  return postGraphql<Data>(url, JSON.stringify({ query, variables }), {
    authorization,
    ...headers,
  });
}

/** Sends a body unchanged, without a key unless the headers contain one. */
export async function postGraphql<Data>(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Data>> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  const answer = (await response.json()) as Pick<Answer<Data>, "data" | "errors">;
  const { data, errors } = answer;
  return { status: response.status, headers: response.headers, data, errors };
}

/** Returns the codes of the errors, in order. */
export function codesOf({ errors }: Pick<Answer<unknown>, "errors">): unknown[] {
  return (errors ?? []).map(({ extensions }) => extensions?.["code"]);
}

/** Names tracks by their keys. */
export function byKeys<Key extends string>(trackKeys: readonly Key[]): { readonly key: Key }[] {
  return trackKeys.map((key) => ({ key }));
}
