import { setImmediate as nextTurn } from "node:timers/promises";
import { execute, GraphQLID, GraphQLList, GraphQLObjectType, GraphQLSchema, parse } from "graphql";
import { unlimitedBudget } from "../../../src/domain/work-budget.js";
import { paceFields } from "../../../src/graphql/limits/paced-fields.js";

/** Longer than the event loop completes objects in one turn, milliseconds. */
const BUSY_MILLISECONDS = 20;

/** A schema with lists whose items fail at once, as where an id is malformed. */
function schemaOfFailures(): GraphQLSchema {
  const Item = new GraphQLObjectType({ name: "Item", fields: { id: { type: GraphQLID } } });
  const items = {
    type: new GraphQLList(Item),
    resolve: async () => Promise.resolve([Promise.reject(new Error("malformed"))]),
  };
  const busy = {
    type: Item,
    resolve: async () => {
      const end = performance.now() + BUSY_MILLISECONDS;
      await Promise.resolve();
      while (performance.now() < end);
      return {};
    },
  };
  const query = new GraphQLObjectType({ name: "Query", fields: { busy, items } });
  const schema = new GraphQLSchema({ query });
  paceFields(schema);
  return schema;
}

/** Runs a query, and returns its errors, and what failed without anybody who waited for it. */
async function failuresOf(document: string, signal: AbortSignal) {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const budget = unlimitedBudget(signal);
  const { errors = [] } = await execute({
    schema: schemaOfFailures(),
    document: parse(document),
    contextValue: { budget: () => budget },
  });
  await nextTurn();
  await nextTurn();
  process.off("unhandledRejection", note);
  return { errors: errors.map(({ message }) => message), unhandled };
}

describe("Fields that wait for a turn", () => {
  it("have items that fail before their turn", async () => {
    const { signal } = new AbortController();

    const failures = await failuresOf("{ busy { id } items { id } }", signal);

    expect(failures).toEqual({ errors: ["malformed"], unhandled: [] });
  });

  it("have items that fail, after their client has left", async () => {
    const signal = AbortSignal.abort(new Error("left"));

    const failures = await failuresOf("{ items { id } }", signal);

    expect(failures).toEqual({ errors: ["left"], unhandled: [] });
  });
});
