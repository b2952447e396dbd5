import { z } from "zod";

export const graphqlOperationShape = z.object({
  query: z
    .string()
    .describe("The operation. It may be absent with a persisted query in `extensions`.")
    .optional(),
  operationName: z.string().nullable().describe("Which operation of several is run.").optional(),
  variables: z.looseObject({}).nullable().optional(),
  extensions: z
    .looseObject({})
    .nullable()
    .describe("Such as that of an automatic persisted query.")
    .optional(),
});

export const graphqlResultShape = z
  .object({
    data: z.looseObject({}).nullable().describe("As the operation selects it.").optional(),
    errors: z
      .array(
        z.object({
          message: z.string(),
          locations: z.array(z.object({ line: z.int().min(1), column: z.int().min(1) })).optional(),
          path: z.array(z.union([z.string(), z.int()])).optional(),
          extensions: z.looseObject({
            code: z.string().describe("The code of the error; facts about it are beside it."),
          }),
        }),
      )
      .optional(),
  })
  .describe("A result of GraphQL, as its specification describes it.");
