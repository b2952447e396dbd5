import type { JSX } from "preact";
import { CopyButton } from "../parts/copy-button.js";
import { useTexts } from "../texts/language.js";
import { curlLine, exampleList, type Example } from "./example-list.js";
import "../parts/parts.css";
import "./developers.css";

/** The view for developers: the explorers of the API, and example operations to copy. */
export function DevelopersView(): JSX.Element {
  const { developers: texts } = useTexts();
  const links = [
    ["altair", "Altair", texts.altair],
    ["docs", "Swagger UI", texts.swagger],
    ["graphql", "Apollo Sandbox", texts.sandbox],
    ["openapi.yaml", "OpenAPI", texts.openapi],
    ["health/ready", "Health", texts.health],
  ] as const;
  return (
    <section class="developers-view">
      <h1>{texts.heading}</h1>
      <p class="part-intro">{texts.intro}</p>
      <ul class="developers-links">
        {links.map(([path, name, what]) => (
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
