import { ExchangeCoverage } from "./exchange-coverage.js";
import { exchangeMismatches } from "./exchange-mismatches.js";
import type { Exchange } from "./exchange.js";
import { InterfaceDescription } from "./interface-description.js";

const description = new InterfaceDescription(`
openapi: 3.1.0
info: { title: Records, version: 1.0.0 }
security: []
paths:
  /records/{id}:
    get:
      operationId: getRecord
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: side, in: query, schema: { enum: [a, b] } }
      responses:
        "200":
          description: The record.
          headers:
            ETag: { required: true, schema: { type: string } }
            Retry-After: { schema: { type: integer } }
          content:
            application/json:
              schema:
                type: object
                required: [title]
                properties: { title: { type: string }, year: { type: integer } }
            text/event-stream:
              schema: {}
              x-oai-itemSchema:
                type: object
                required: [event, data]
                properties:
                  event: { enum: [sold] }
                  data: { type: string, contentSchema: { $ref: "#/components/schemas/Sale" } }
components:
  schemas:
    Sale: { type: object, required: [price], properties: { price: { type: number } } }
`);

const exchange = (given: Partial<Exchange> = {}, headers = {}): Exchange => ({
  method: "GET",
  path: "/records/7",
  sent: new Headers(),
  status: 200,
  headers: new Headers({ "content-type": "application/json", etag: '"7"', ...headers }),
  body: '{"title":"Kind of Blue"}',
  ...given,
});

describe("Comparing an exchange with a description", () => {
  it("finds no mismatch where everything is described", () => {
    const mismatches = exchangeMismatches(exchange({ path: "/records/7?side=a" }), description);

    expect(mismatches).toEqual([]);
  });

  it.each<[string, Exchange, RegExp]>([
    ["a path", exchange({ path: "/tapes/7" }), /\/tapes\/7 is not described/],
    ["a method", exchange({ method: "POST" }), /POST .* is not described/],
    ["a status", exchange({ status: 404 }), /does not answer 404/],
    ["a header", exchange({}, { "x-secret": "1" }), /has a header x-secret/],
    ["the type of a body", exchange({}, { "content-type": "text/html" }), /type "text\/html"/],
    ["a field", exchange({ body: '{"title":"A","label":"B"}' }), /additional properties .*label/],
    ["a parameter", exchange({ path: "/records/7?speed=33" }), /takes a parameter speed/],
  ])("finds %s that is not described", (_, found, problem) => {
    const mismatches = exchangeMismatches(found, description);

    expect(mismatches).toEqual([expect.stringMatching(problem)]);
  });

  it.each<[string, Exchange, RegExp]>([
    ["a field that is missing", exchange({ body: "{}" }), /required property 'title'/],
    ["a field of another type", exchange({ body: '{"title":1}' }), /title must be string/],
    ["a header of another type", exchange({}, { "retry-after": "soon" }), /retry-after/],
    ["a parameter of another value", exchange({ path: "/records/7?side=c" }), /side/],
    ["a part of the path of another type", exchange({ path: "/records/x" }), /id .*integer/],
  ])("finds %s", (_, found, problem) => {
    const mismatches = exchangeMismatches(found, description);

    expect(mismatches).toEqual([expect.stringMatching(problem)]);
  });

  it("finds a header that is missing", () => {
    const headers = new Headers({ "content-type": "application/json" });

    const mismatches = exchangeMismatches(exchange({ headers }), description);

    expect(mismatches).toEqual(["getRecord 200: has no header etag"]);
  });

  it.each([
    ["no mismatch in a stream of described events", ':\n\nevent: sold\ndata: {"price":9}', []],
    ["an event of another type", 'event: lent\ndata: {"price":9}', [/\/event must be equal/]],
    ["an event with other data", 'event: sold\ndata: {"cost":9}', [/\/data must pass/]],
    ["an event without data", "event: sold", [/required property 'data'/]],
  ])("finds %s", (_, event, problems) => {
    const headers = new Headers({ "content-type": "text/event-stream", etag: '"7"' });
    const body = `event: sold\ndata: {"price":1.5}\n\n${event}\n\n`;

    const mismatches = exchangeMismatches(exchange({ headers, body }), description);

    expect(mismatches).toEqual(problems.map((problem) => expect.stringMatching(problem) as string));
  });

  it("lists the parts of a description that no exchange has covered", () => {
    const coverage = new ExchangeCoverage(description);
    const answer = "/paths/~1records~1{id}/get/responses/200";

    const before = coverage.missing();
    coverage.add(exchange({ path: "/records/7?side=a" }));

    expect(before).toHaveLength(10);
    expect(coverage.missing()).toEqual([
      `${answer} header retry-after`,
      `${answer}/content/application~1json/schema year`,
      `${answer}/content/text~1event-stream/x-oai-itemSchema data`,
      `${answer}/content/text~1event-stream/x-oai-itemSchema event`,
      "getRecord 200 text/event-stream",
    ]);
  });
});
