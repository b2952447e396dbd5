/** The layers: services call ports, adapters implement them, and imports point towards the domain. */
const rule = (name, from, to) => ({ name, severity: "error", from: { path: from }, to });
const only = (name, from, allowed) => rule(name, from, { pathNot: allowed });
const never = (name, from, forbidden) => rule(name, from, { path: forbidden });

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    // A track key and a key's hash are SHA-256 by definition, so two files import node:crypto.
    only(
      "domain-imports-only-domain",
      "^src/domain/(?!(track/track-key|api-key)\\.ts$)",
      "^src/domain/",
    ),
    only(
      "domain-hashes-import-only-crypto",
      "^src/domain/(track/track-key|api-key)\\.ts$",
      "^src/domain/|^crypto$",
    ),
    only("dsp-imports-only-dsp", "^src/dsp/", "^src/dsp/"),
    only("ports-import-only-domain", "^src/ports/", "^src/(ports|domain)/"),
    only("services-import-only-ports", "^src/services/", "^src/(services|ports|domain)/"),
    never(
      "edges-import-only-services",
      "^src/(graphql|mcp|rest)/",
      "^src/(adapters|dsp|ports|cli|config|server|[^/]+\\.ts$)",
    ),
    rule("edges-are-independent", "^src/(graphql|mcp|rest|cli)/", {
      path: "^src/(graphql|mcp|rest|cli)/",
      pathNot: "^src/$1/",
    }),
    never("commands-import-only-services", "^src/cli/", "^src/(adapters|dsp|ports)/"),
    never(
      "adapters-are-leaves",
      "^src/adapters/",
      "^src/(services|graphql|rest|http|cli|config|server|[^/]+\\.ts$)",
    ),
    rule(
      "only-compose-imports-adapters",
      "^src/(?!adapters/|(package/(engine|decode))\\.ts$|composition/)",
      {
        path: "^src/adapters/",
      },
    ),
    // The entries of the package compose what runs without a server, so they see the same as the composition.
    only(
      "package-entries-see-only-engine-and-decoders",
      "^src/package/",
      "^src/(dsp/index|domain/.*|ports/analysis/.*|adapters/(analyzer/to-analysis|decoder/.*))\\.ts$",
    ),
    // The page runs in browsers; from the sources of the server it takes the entries of the package alone.
    only(
      "page-sees-only-package-entries",
      "^src/web/page/",
      "^src/web/page/|^src/package/(engine|decode)\\.ts$|^node_modules/(preact|@graphql-typed-document-node)/|^@graphql-typed-document-node/core$",
    ),
    rule("page-is-imported-by-nobody", "^src/(?!web/page/)", { path: "^src/web/page/" }),
    // Where nothing is analysed, only the version is imported, which loads no other module.
    rule("dsp-only-through-its-index", "^src/(?!dsp/)", {
      path: "^src/dsp/",
      pathNot: "^src/dsp/(index|analysis-version)\\.ts$",
    }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // AssemblyScript, which is compiled separately.
    exclude: { path: "^src/dsp/kernel/assembly/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
  },
};
