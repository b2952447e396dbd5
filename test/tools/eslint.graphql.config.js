import graphql from "@graphql-eslint/eslint-plugin";

const language = (documents) => ({
  parser: graphql.parser,
  parserOptions: { graphQLConfig: { schema: "schema/schema.graphql", documents } },
});
const plugins = { "@graphql-eslint": graphql };

/** The rules for GraphQL documents. They are apart from those of TypeScript, which cannot read them. */
export default [
  {
    files: ["schema/schema.graphql"],
    plugins,
    languageOptions: language(),
    rules: {
      ...graphql.configs["flat/schema-recommended"].rules,
      ...graphql.configs["flat/schema-relay"].rules,
      // Values such as curves and estimates are no objects of their own. Those that are have an id.
      "@graphql-eslint/strict-id-in-types": "off",
      // `@cacheControl` is read from the schema by the server, where clients do not see it.
      "@graphql-eslint/no-unreachable-types": "off",
      // `trackKey` and `trackName` have these names in REST, too.
      "@graphql-eslint/no-typename-prefix": "off",
      // `SearchPayload` is a connection, and clients rely on its name.
      "@graphql-eslint/relay-connection-types": "off",
      // What is found by words is paged from its best results on, and has no last page.
      "@graphql-eslint/relay-arguments": ["error", { includeBoth: false }],
      // Short lists are plain lists, and a failure is not read again by an id.
      "@graphql-eslint/relay-edge-types": [
        "error",
        {
          withEdgeSuffix: true,
          shouldImplementNode: false,
          listTypeCanWrapOnlyEdgeType: false,
        },
      ],
    },
  },
  {
    files: ["schema/operations/**/*.graphql", "src/web/page/**/*.graphql"],
    plugins,
    languageOptions: language(["schema/operations/**/*.graphql", "src/web/page/**/*.graphql"]),
    rules: {
      "@graphql-eslint/no-deprecated": "error",
      "@graphql-eslint/no-anonymous-operations": "error",
      "@graphql-eslint/no-duplicate-fields": "error",
      "@graphql-eslint/no-unused-variables": "error",
    },
  },
];
