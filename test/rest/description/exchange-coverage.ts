import { mediaTypeOf, type Exchange } from "./exchange.js";
import { contentsOf, operationOf, pathnameOf, schemaFor, valueOf } from "./exchange-mismatches.js";
import type { DescribedOperation, InterfaceDescription } from "./interface-description.js";

/**
 * Records which parts of a description were exercised: each status and media type of each
 * operation, each parameter, each accepted type of body, each header of each response, each field
 * of each body.
 */
export class ExchangeCoverage {
  readonly #description: InterfaceDescription;
  readonly #seen = new Set<string>();

  constructor(description: InterfaceDescription) {
    this.#description = description;
  }

  /** Counts an exchange that matches the description. */
  add(exchange: Exchange): void {
    const operations = this.#operationsOf(exchange);
    for (const operation of operations) {
      for (const item of [
        ...this.#answerItems(exchange, operation),
        ...requestItems(exchange, operation),
      ]) {
        this.#seen.add(item);
      }
    }
  }

  /** Returns every described part without an exchange, sorted. */
  missing(): readonly string[] {
    const described = [
      ...this.#description.operations.flatMap((operation) => describedItems(operation)),
      ...this.#fieldsOfAnswers(),
    ];
    return [...new Set(described)].filter((item) => !this.#seen.has(item)).sort();
  }

  /**
   * Returns all operations of the path if it does not support the method, because they share that
   * response.
   */
  #operationsOf(exchange: Exchange): readonly DescribedOperation[] {
    if (exchange.status === 405) return this.#description.operationsAt(pathnameOf(exchange.path));
    const operation = operationOf(exchange, this.#description);
    return operation ? [operation] : [];
  }

  #answerItems(
    { method, status, headers, body }: Exchange,
    { id, answers }: DescribedOperation,
  ): readonly string[] {
    const answer = answers.get(status);
    if (!answer) return [];
    const mediaType = mediaTypeOf(headers);
    const schema = schemaFor(mediaType, answer.content);
    const { schemas } = this.#description;
    const hasFields = schema !== undefined && method !== "HEAD";
    return [
      schema === undefined
        ? `${id} ${status}`
        : `${id} ${status} ${answer.content.has(mediaType) ? mediaType : mediaType.replace(/\/.*/, "/*")}`,
      ...[...headers.keys()].map((name) => `${answer.pointer} header ${name}`),
      ...(hasFields
        ? contentsOf(mediaType, body).flatMap((content) => schemas.propertiesOf(content, schema))
        : []),
    ];
  }

  /** Returns the fields of every schema that responses refer to. */
  #fieldsOfAnswers(): readonly string[] {
    const found = new Set<string>();
    const visited = new Set<string>();
    const visit = (pointer: string): void => {
      const place = this.#description.document.resolve(pointer);
      if (visited.has(place)) return;
      visited.add(place);
      const rules = this.#description.document.at(place);
      if (typeof rules !== "object" || rules === null) return;
      for (const [name, , member] of this.#description.document.entriesAt(`${place}/properties`)) {
        found.add(`${place} ${name}`);
        visit(member);
      }
      for (const word of ["oneOf", "anyOf", "allOf"]) {
        for (const [, , one] of this.#description.document.entriesAt(`${place}/${word}`))
          visit(one);
      }
      if ("items" in rules) visit(`${place}/items`);
    };
    for (const { answers } of this.#description.operations) {
      for (const { content } of answers.values()) [...content.values()].forEach(visit);
    }
    return [...found];
  }
}

function describedItems({ id, answers, parameters, takes }: DescribedOperation): readonly string[] {
  const ofAnswers = [...answers].flatMap(([status, { pointer, headers, content }]) => [
    ...(content.size === 0 ? [`${id} ${status}`] : []),
    ...[...content.keys()].map((mediaType) => `${id} ${status} ${mediaType}`),
    ...[...headers.keys()].map((name) => `${pointer} header ${name}`),
  ]);
  const ofRequests = [
    ...parameters.map(({ name, place }) => `${id} takes ${place} ${name}`),
    ...[...takes.keys()].map((mediaType) => `${id} takes ${mediaType}`),
  ];
  return [...ofAnswers, ...ofRequests];
}

/** Counts the parts of a request only if it succeeded. */
function requestItems(exchange: Exchange, operation: DescribedOperation): readonly string[] {
  const { id, template, parameters, takes } = operation;
  if (exchange.status >= 400) return [];
  const mediaType = mediaTypeOf(exchange.sent);
  const ranges = [mediaType, mediaType.replace(/\/.*/, "/*")];
  return [
    ...parameters
      .filter((parameter) => valueOf(parameter, template, exchange) !== undefined)
      .map(({ name, place }) => `${id} takes ${place} ${name}`),
    ...ranges.filter((range) => takes.has(range)).map((range) => `${id} takes ${range}`),
  ];
}
