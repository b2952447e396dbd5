import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { scopes } from "../../src/domain/api-key.js";
import { InterfaceDescription } from "../rest/description/interface-description.js";

const written = readFileSync(new URL("../../schema/openapi.yaml", import.meta.url), "utf8");

/** Spectral's recommended rules for OpenAPI. */
const rules: RulesetDefinition = {
  extends: [spectralRulesets.oas as RulesetDefinition],
  rules: {
    // It requires that scopes are listed in flows of OAuth 2, as up to OpenAPI 3.0. Since 3.1 a requirement of any
    // scheme may name roles (Security Requirement Object), and ours does. That the schemes exist is a rule of Redocly
    // too, and that the scopes do is tested below. Source: stoplightio/spectral, issue 2643.
    "oas3-operation-security-defined": "off",
  },
};

/** Returns the findings of Redocly's recommended rules, warnings included. */
async function findingsOfRedocly(source: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.yaml", config });
  return problems.map(
    ({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer ?? ""}: ${message}`,
  );
}

/** Returns the findings of Spectral, hints included. */
async function findingsOfSpectral(source: string): Promise<readonly string[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(rules);
  const results = await spectral.run(source);
  return results.map(({ code, message, path }) => `${code} ${path.join("/")}: ${message}`);
}

describe("The description of the REST interface", () => {
  it("keeps Redocly's recommended rules", async () => {
    expect(await findingsOfRedocly(written)).toEqual([]);
  });

  it("keeps Spectral's recommended rules", async () => {
    expect(await findingsOfSpectral(written)).toEqual([]);
  });

  it("would not keep them without the id of an operation", async () => {
    const lacking = written.replace(/^ +operationId: getMetrics\n/m, "");

    for (const findings of [await findingsOfRedocly(lacking), await findingsOfSpectral(lacking)]) {
      expect(findings).toEqual([expect.stringMatching(/^operation-operationId .*metrics/)]);
    }
  });

  it("requires only scopes that exist", () => {
    const required = new InterfaceDescription().operations.flatMap((operation) =>
      operation.scopes === undefined ? [] : operation.scopes,
    );

    expect(required.length).toBeGreaterThan(30);
    expect(scopes).toEqual(expect.arrayContaining(required));
  });
});
