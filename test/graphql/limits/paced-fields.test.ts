import { setImmediate as nextTurn } from "node:timers/promises";
import {
  execute,
  GraphQLID,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  parse,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
} from "graphql";
import { pathToArray } from "graphql/jsutils/Path.js";
import { unlimitedBudget } from "../../../src/domain/work-budget.js";
import { paceFields } from "../../../src/graphql/limits/paced-fields.js";

/** Longer than the event loop completes objects in one turn, milliseconds. */
const BUSY_MILLISECONDS = 20;

function stayBusy(): void {
  const end = performance.now() + BUSY_MILLISECONDS;
  while (performance.now() < end);
}

/** A schema with lists whose items fail at once, as where an id is malformed. */
function schemaOfFailures(): GraphQLSchema {
  const id = { type: GraphQLID, resolve: stayBusy };
  const Item = new GraphQLObjectType({ name: "Item", fields: { id } });
  const items = {
    type: new GraphQLList(Item),
    resolve: async () => Promise.resolve([Promise.reject(new Error("malformed"))]),
  };
  const busy = {
    type: new GraphQLList(Item),
    resolve: async () => Promise.resolve([{}]),
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

/**
 * Runs a query of an object and of a list of objects, in which each id takes longer than one turn may, and returns the paths of
 * the ids of the first turn, in alphabetical order.
 */
async function idsOfFirstTurn(document: string): Promise<readonly string[]> {
  const ids: string[] = [];
  const id = {
    type: GraphQLID,
    resolve: (...[, , , { path }]: Parameters<GraphQLFieldResolver<unknown, unknown>>) => {
      ids.push(pathToArray(path).slice(0, -1).join("."));
      stayBusy();
    },
  };
  const item = (): GraphQLFieldConfig<unknown, unknown> => ({
    type: Item,
    resolve: async () => Promise.resolve({}),
  });
  const Item = new GraphQLObjectType({ name: "Item", fields: () => ({ id, item: item() }) });
  const items = {
    type: new GraphQLList(Item),
    resolve: async () => Promise.resolve([{}]),
  };
  const query = new GraphQLObjectType({ name: "Query", fields: { items, item: item() } });
  const schema = new GraphQLSchema({ query });
  paceFields(schema);
  const budget = unlimitedBudget(new AbortController().signal);
  const execution = execute({
    schema,
    document: parse(document),
    contextValue: { budget: () => budget },
  });
  await nextTurn();
  const first = [...ids].sort();
  await execution;
  return first;
}

describe("Fields that wait for a turn", () => {
  it("belong to the items of lists, also where objects lie between", async () => {
    const first = await idsOfFirstTurn("{ items { id item { id item { id } } } }");

    expect(first).toEqual(["items.0"]);
  });

  it("are none outside of lists", async () => {
    const first = await idsOfFirstTurn("{ items { id } item { id item { id item { id } } } }");

    expect(first).toEqual(["item", "item.item", "item.item.item", "items.0"]);
  });

  it("have items that fail before their turn", async () => {
    const { signal } = new AbortController();

    const failures = await failuresOf("{ busy { id } items { id } }", signal);

    expect(failures).toEqual({ errors: ["malformed"], unhandled: [] });
  });

  it("are not completed after their client has left, and fail with one error for all", async () => {
    const client = new AbortController();
    const completed: string[] = [];
    const name = {
      type: GraphQLID,
      resolve: (...[, , , { path }]: Parameters<GraphQLFieldResolver<unknown, unknown>>) =>
        completed.push(pathToArray(path).join(".")),
    };
    const Part = new GraphQLObjectType({ name: "Part", fields: { name } });
    const part = { type: Part, resolve: async () => Promise.resolve({}) };
    const Item = new GraphQLObjectType({ name: "Item", fields: { part } });
    const item = { type: Item, resolve: () => ({}) };
    const items = { type: new GraphQLList(Item), resolve: () => [{}, {}] };
    const left = {
      type: Part,
      resolve: async () => {
        client.abort(new Error("left"));
        return Promise.resolve({});
      },
    };
    const query = new GraphQLObjectType({ name: "Query", fields: { left, item, items } });
    const schema = new GraphQLSchema({ query });
    paceFields(schema);
    const budget = unlimitedBudget(client.signal);

    const { errors = [] } = await execute({
      schema,
      document: parse("{ left { name } item { part { name } } items { part { name } } }"),
      contextValue: { budget: () => budget },
    });

    expect(completed).toEqual([]);
    expect([errors.length, new Set(errors).size]).toEqual([4, 1]);
  });

  it("have items that fail, after their client has left", async () => {
    const signal = AbortSignal.abort(new Error("left"));

    const failures = await failuresOf("{ items { id } }", signal);

    expect(failures).toEqual({ errors: ["The client has left."], unhandled: [] });
  });
});
