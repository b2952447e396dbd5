import type { RequestLocals } from "../http/request-locals.js";
import type { ExampleOperation } from "./example-operations.js";

/** The pages that the landing page links to. */
export interface PageLinks {
  readonly hasExplorer: boolean;
  readonly hasDocs: boolean;
}

/** The style of the landing page, in the colours of the placeholder picture. */
export const landingStyle = `
:root { color-scheme: light dark; --paper: #f6f3ec; --ink: #2b2a28; --soft: #625f58; --line: #d9d3c5; --card: #fffdf8; --label: #a8461f; }
@media (prefers-color-scheme: dark) { :root { --paper: #1d1c1b; --ink: #ece8df; --soft: #a9a498; --line: #3a3835; --card: #262523; --label: #ef9369; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 4rem 1.25rem; }
header { display: flex; gap: 1.25rem; align-items: center; }
svg { width: 4.5rem; height: 4.5rem; flex: none; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 3rem 0 0.5rem; font-size: 1.2rem; }
p { margin: 0.25rem 0 0; color: var(--soft); }
a { color: var(--label); text-underline-offset: 0.2em; }
ul { list-style: none; margin: 2rem 0 0; padding: 0; display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); }
li { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.8rem 1rem; }
li a { font-weight: 600; }
details { border-top: 1px solid var(--line); padding: 0.7rem 0; }
p + details { margin-top: 1.25rem; }
summary { cursor: pointer; }
summary b { font-weight: 600; }
summary span { color: var(--soft); }
summary i { color: var(--label); font-style: normal; font-size: 0.85rem; }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--label); outline-offset: 3px; border-radius: 0.2rem; }
pre { margin: 0.7rem 0 0; padding: 0.9rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; font: 0.8rem/1.5 ui-monospace, monospace; }
code { font: 0.9em ui-monospace, monospace; }
`;

const record = `<svg viewBox="0 0 320 320" aria-hidden="true"><circle cx="160" cy="160" r="150" fill="#2b2a28" stroke="#55524d" stroke-width="3"/><g fill="none" stroke="#55524d" stroke-width="3"><circle cx="160" cy="160" r="132"/><circle cx="160" cy="160" r="112"/><circle cx="160" cy="160" r="92"/></g><circle cx="160" cy="160" r="55" fill="#c8643c"/><circle cx="160" cy="160" r="9" fill="#f6f3ec"/></svg>`;

/**
 * Returns the page at the root as HTML: a description, links, and every example operation with a
 * command that sends it. The page loads nothing and runs no script.
 */
export function landingPage(
  { baseUrl, prefix }: Pick<RequestLocals, "baseUrl" | "prefix">,
  operations: readonly ExampleOperation[],
  links: PageLinks,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Overtone</title>
<link rel="icon" href="${prefix}/artwork/placeholder.svg">
<style>${landingStyle}</style>
</head>
<body>
<main>
<header>${record}<div><h1>Overtone</h1><p>Search for recorded music, and get an analysis of how it sounds.</p></div></header>
<ul>${linksFor(links, prefix)}</ul>
<h2>Example requests</h2>
<p>Every request needs an API key: <code>npx overtone keys create --name NAME</code> creates one. Set <code>OVERTONE_API_KEY</code> to it, and these commands work unchanged; a click selects a command.</p>
${operations.map((operation) => exampleFor(operation, baseUrl)).join("\n")}
</main>
</body>
</html>
`;
}

function linksFor({ hasExplorer, hasDocs }: PageLinks, prefix: string): string {
  const explorers: readonly (readonly [string, string, string])[] = [
    ["/graphql", "Apollo Sandbox", "GraphQL; loads from Apollo's hosts"],
    ["/altair", "Altair", "GraphQL; loads from this server only"],
  ];
  const links: readonly (readonly [string, string, string])[] = [
    ...(hasExplorer ? explorers : []),
    ...(hasDocs
      ? [["/docs", "Swagger UI", "REST documentation, with a form for each request"] as const]
      : []),
    ["/openapi.yaml", "OpenAPI", "REST description, for programs"],
    ["/health/ready", "Health", "the state of every part"],
  ];
  return links
    .map(([path, name, what]) => `<li><a href="${prefix}${path}">${name}</a><p>${what}</p></li>`)
    .join("");
}

function exampleFor(operation: ExampleOperation, baseUrl: string): string {
  const { name, kind, description } = operation;
  const badge = kind === "query" ? "" : ` <i>${kind}</i>`;
  const title = `<b>${name}</b>${badge} <span>${escapeHtml(description)}</span>`;
  const command = escapeHtml(commandFor(operation, baseUrl));
  return `<details id="${name}"><summary>${title}</summary><pre tabindex="0">${command}</pre></details>`;
}

/**
 * Returns a curl command that sends an operation. Subscriptions are received as server-sent events.
 */
export function commandFor(
  { kind, document, variables }: ExampleOperation,
  baseUrl: string,
): string {
  const body = JSON.stringify({ query: document, variables }).replaceAll("'", "'\\''");
  const isStream = kind === "subscription";
  return [
    `curl ${isStream ? "-N " : ""}-H "Authorization: Bearer $OVERTONE_API_KEY" -H "Content-Type: application/json"`,
    ...(isStream ? [`-H "Accept: text/event-stream"`] : []),
    `-d '${body}'`,
    `${baseUrl}/graphql${isStream ? "/stream" : ""}`,
  ].join(" ");
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
