import { buildSchema, parse, type OperationDefinitionNode } from "graphql";
import { cachedCost } from "../../../src/graphql/limits/cached-costs.js";

const schema = buildSchema("type Query { a: Int }");
const operationOf = (text: string): OperationDefinitionNode =>
  parse(text).definitions[0] as OperationDefinitionNode;

describe("cachedCost", () => {
  it("computes a cost again only where a variable that it depends on has another value", () => {
    const operation = operationOf("query ($first: Int, $name: String) { a }");
    let found = 0;
    const costFor = (variables: Readonly<Record<string, unknown>>): number =>
      cachedCost(schema, operation, variables, ({ first }) => {
        found += 1;
        return 10 * (first as number);
      });

    const costs = [
      costFor({ first: 1, name: "x" }),
      costFor({ first: 2, name: "x" }),
      costFor({ first: 1, name: "y" }),
    ];

    expect(costs).toEqual([10, 20, 10]);
    expect(found).toBe(2);
  });

  it("caches nothing for lists, whose content may change", () => {
    const operation = operationOf("query ($keys: [Int]) { a }");
    const keys = [1];
    const costNow = (): number =>
      cachedCost(schema, operation, { keys }, (watched) => (watched["keys"] as number[]).length);

    const before = costNow();
    keys.push(2);

    expect([before, costNow()]).toEqual([1, 2]);
  });

  it("distinguishes operations and schemas", () => {
    const [one, other] = [operationOf("{ a }"), operationOf("{ a }")];
    const otherSchema = buildSchema("type Query { a: Int }");

    const costs = [
      cachedCost(schema, one, {}, () => 1),
      cachedCost(schema, other, {}, () => 2),
      cachedCost(otherSchema, one, {}, () => 3),
      cachedCost(schema, one, {}, () => 4),
    ];

    expect(costs).toEqual([1, 2, 3, 1]);
  });
});
