/** The layers: calls run down, imports run towards the domain. */
const rule = (name, from, to) => ({ name, severity: "error", from: { path: from }, to });
const only = (name, from, allowed) => rule(name, from, { pathNot: allowed });
const never = (name, from, forbidden) => rule(name, from, { path: forbidden });

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    // A track key and a key's hash are SHA-256 by definition, so two words need node:crypto.
    only("domain-stands-alone", "^src/domain/(?!(track/track-key|api-key)\\.ts$)", "^src/domain/"),
    only("domain-hashes", "^src/domain/(track/track-key|api-key)\\.ts$", "^src/domain/|^crypto$"),
    only("dsp-stands-alone", "^src/dsp/", "^src/dsp/"),
    only("ports-speak-domain", "^src/ports/", "^src/(ports|domain)/"),
    only("services-see-only-ports", "^src/services/", "^src/(services|ports|domain)/"),
    never(
      "edges-see-only-services",
      "^src/(graphql|rest)/",
      "^src/(adapters|dsp|ports|cli|config|server|[^/]+\\.ts$)",
    ),
    rule("edges-are-independent", "^src/(graphql|rest|cli)/", {
      path: "^src/(graphql|rest|cli)/",
      pathNot: "^src/$1/",
    }),
    never(
      "commands-see-only-services",
      "^src/cli/(?!compose-commands\\.ts$)",
      "^src/(adapters|dsp|ports)/",
    ),
    never(
      "adapters-are-leaves",
      "^src/adapters/",
      "^src/(services|graphql|rest|http|cli|config|server|[^/]+\\.ts$)",
    ),
    rule("only-compose-builds", "^src/(?!adapters/|(cli/compose-commands|compose)\\.ts$)", {
      path: "^src/adapters/",
    }),
    // The version alone is asked for where nothing is analysed, which needs no other module.
    rule("dsp-by-its-front-door", "^src/(?!dsp/)", {
      path: "^src/dsp/",
      pathNot: "^src/dsp/(index|analysis-version)\\.ts$",
    }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Another language, compiled by itself.
    exclude: { path: "^src/dsp/kernel/assembly/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
  },
};
