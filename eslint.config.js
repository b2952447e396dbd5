import { createRequire } from "node:module";

const tool = createRequire(new URL("test/tools/package.json", import.meta.url));
const tseslint = tool("typescript-eslint");

const banned = (name, message) => ({ name, message });

/** What has another way in all sources. */
const RESTRICTED_SYNTAX = [
  ...["Program", "ExportNamedDeclaration"].map((parent) => ({
    selector: `${parent} > VariableDeclaration[kind="const"] > VariableDeclarator[id.name=/[a-z]/][init.type="Literal"]:not([init.regex])`,
    message: "A number or text of a module is named in UPPER_CASE.",
  })),
  {
    selector: 'PropertyDefinition > PrivateIdentifier[name="needs"]',
    message: "A constructor keeps what it needs whole: `private readonly needs`.",
  },
];

export default tseslint.config(
  {
    ignores: [
      "dist",
      "data",
      "coverage",
      "node_modules",
      "test/generated",
      "src/web/page/generated",
      "*.js",
      "*.cjs",
    ],
  },
  // AssemblyScript has the syntax of TypeScript, but is another language, which its own compiler checks.
  { ignores: ["src/dsp/kernel/assembly"] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      // Plain JavaScript that runs before anything is compiled belongs to no TypeScript project.
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            "src/build/*.js",
            "test/run/*.js",
            "test/benchmark/*/*.js",
            "test/tools/*.js",
            "test/web/*.js",
          ],
          // Seventeen files; the default is eight, because each adds to the time of a run.
          maximumDefaultProjectFileMatchCount_THIS_WILL_SLOW_DOWN_LINTING: 20,
        },
      },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: true },
      ],
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only entry points read the environment." },
      ],
    },
  },
  {
    files: ["src/dsp/**", "src/services/**", "src/domain/**"],
    rules: {
      "no-restricted-globals": [
        "error",
        banned("Date", "Take the time from the Clock port."),
        banned("process", "This layer is pure."),
        banned("setTimeout", "Wait through the Clock port."),
        banned("setInterval", "Wait through the Clock port."),
      ],
      "no-restricted-properties": [
        "error",
        { object: "Math", property: "random", message: "This layer is deterministic." },
      ],
    },
  },
  {
    // Their types are in JSDoc, which the rule does not read.
    files: ["src/build/*.js"],
    rules: { "@typescript-eslint/explicit-module-boundary-types": "off" },
  },
  {
    files: ["src/rest/**", "src/graphql/**/*-resolver.ts"],
    rules: { "max-lines-per-function": ["error", { max: 30, skipBlankLines: true }] },
  },
  {
    files: ["src/**"],
    ignores: ["src/demo/**", "src/dsp/kernel/kernel-bytes.ts"],
    rules: { "no-restricted-syntax": ["error", ...RESTRICTED_SYNTAX] },
  },
  {
    files: ["src/composition/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...RESTRICTED_SYNTAX,
        {
          selector: "SpreadElement > ObjectExpression",
          message: "Each dependency stands on a line of its own, so that it is seen who gets what.",
        },
      ],
    },
  },
  {
    files: ["src/dsp/**", "test/**"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
  {
    files: ["test/**"],
    rules: {
      "no-restricted-properties": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/explicit-module-boundary-types": "off",
    },
  },
  {
    files: [
      "src/main.ts",
      "src/server/server-process.ts",
      "src/cli/**",
      "test/demo/make-demo.ts",
      "test/evaluation/**",
      "test/benchmark/**",
    ],
    rules: { "no-console": "off", "no-restricted-properties": "off" },
  },
);
