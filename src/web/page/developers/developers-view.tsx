import type { JSX } from "preact";
import { CopyButton } from "../parts/copy-button.js";
import { useTexts } from "../texts/language.js";
import { curlLine, type Example } from "./curl-line.js";
import "../parts/parts.css";
import "./developers.css";

const files: Readonly<Record<string, string>> = import.meta.glob(
  "../../../../schema/operations/*.graphql",
  { query: "?raw", import: "default", eager: true },
);

const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = import.meta.glob(
  "../../../../schema/operations/examples.json",
  { import: "default", eager: true },
);

const RANKS = { query: 0, mutation: 1, subscription: 2 } as const;

/** The example operations: queries first, then what changes something, then streams. */
const exampleList: readonly Example[] = Object.values(files)
  .flatMap(exampleFrom)
  .sort((one, other) => RANKS[one.kind] - RANKS[other.kind] || one.name.localeCompare(other.name));

/** The view for developers: the explorers of the API, and example operations to copy. */
export function DevelopersView(): JSX.Element {
  const { developers: texts } = useTexts();
  const links = [
    ["altair/", "Altair", texts.altair, "graphql"],
    ["docs/", "Swagger UI", texts.swagger, "rest"],
    ["openapi.yaml", "OpenAPI", texts.openapi, null],
    ["health/ready", "Health", texts.health, null],
  ] as const;
  const offered = links.filter(([, , , explorer]) => explorer === null || isOffered(explorer));
  return (
    <section class="developers-view">
      <h1>{texts.heading}</h1>
      <p class="part-intro">{texts.intro}</p>
      <ul class="developers-links">
        {offered.map(([path, name, what]) => (
          <li key={path}>
            <a href={path}>{name}</a>
            <p>{what}</p>
          </li>
        ))}
      </ul>
      <h2>{texts.examples}</h2>
      <p class="part-intro">{texts.examplesHint}</p>
      {exampleList.map((example) => (
        <ExampleEntry key={example.name} example={example} />
      ))}
    </section>
  );
}

/** Returns whether the server has explorers of an API; its operator may have turned them off. */
function isOffered(explorer: "graphql" | "rest"): boolean {
  const content = document.querySelector<HTMLMetaElement>("meta[name=explorers]")?.content ?? "";
  return content.split(" ").includes(explorer);
}

function ExampleEntry({ example }: { readonly example: Example }): JSX.Element {
  const { developers: texts } = useTexts();
  const { name, kind, description, document: operation, variables } = example;
  const parts = [
    [texts.document, operation],
    [texts.variables, JSON.stringify(variables, null, 2)],
    [texts.command, curlLine(example, document.baseURI)],
  ] as const;
  return (
    <details class="developers-example">
      <summary>
        <strong>{name}</strong> {kind !== "query" && <em>{texts.kinds[kind]}</em>}{" "}
        <span lang="en">{description}</span>
      </summary>
      {parts.map(([title, text]) => (
        <div key={title} class="developers-part">
          <div>
            <h3>{title}</h3>
            <CopyButton text={text} what={`${title}, ${name}`} />
          </div>
          <pre class="part-code" tabIndex={0}>
            {text}
          </pre>
        </div>
      ))}
    </details>
  );
}

function exampleFrom(text: string): readonly Example[] {
  const [, comment = "", kind, name] =
    /^((?:#.*\n)*)(query|mutation|subscription) (\w+)/.exec(text) ?? [];
  if ((kind !== "query" && kind !== "mutation" && kind !== "subscription") || name === undefined) {
    return [];
  }
  return [
    {
      name,
      kind,
      description: comment.replace(/^#\s*/gm, "").trim().replaceAll("\n", " "),
      document: text.slice(comment.length).trim(),
      variables: Object.values(examples)[0]?.[name] ?? {},
    },
  ];
}
