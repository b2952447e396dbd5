import { setImmediate as nextTurn } from "node:timers/promises";
import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLSchema,
  type ResponsePath,
} from "graphql";
import type { WorkBudget } from "../../domain/work-budget.js";
import { requireClient } from "../client-left.js";
import type { RequestContext } from "../request-context.js";

/** How long objects are completed before the event loop runs other work. */
const SLICE_MILLISECONDS = 5;

/**
 * Lets the event loop run other work between the objects of a list. What is loaded for its items arrives at once, and all of their
 * fields would be completed in one turn: 100 tracks with everything take 200 ms.
 *
 * Outside of lists, a response has no more fields than its document, whose number is limited, or one long value that is there at
 * once. Where the client has left, nothing that was read is completed: the fields fail.
 */
export function paceFields(schema: GraphQLSchema): void {
  const pace = new Pace();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      if (!isLeafType(getNamedType(field.type))) paceField(field, pace);
    }
  }
}

/** A value that is there already belongs to the object that has it, and is completed with it. */
function paceField(field: GraphQLField<unknown, unknown>, pace: Pace): void {
  const { resolve = defaultFieldResolver } = field;
  const isList = isListType(getNullableType(field.type));
  field.resolve = (...given) => {
    const value: unknown = resolve(...given);
    if (!(value instanceof Promise)) return value;
    const [, , context, { path }] = given;
    const { budget } = context as RequestContext;
    const isPaced = isList || isInList(path);
    return value.then((found: unknown) => {
      expectFailures(found);
      requireClient(budget().signal);
      return isPaced ? pace.next(found, budget()) : found;
    });
  };
}

/** Returns whether a field belongs to an item of a list, or to an object of such an item. */
function isInList(path: ResponsePath): boolean {
  for (let at: ResponsePath | undefined = path; at !== undefined; at = at.prev) {
    if (typeof at.key === "number") return true;
  }
  return false;
}

/**
 * Handles the rejections of the items of a list, which are completed in a later turn, or never where the client has left: Node.js
 * ends the process on an unhandled rejection.
 */
function expectFailures(found: unknown): void {
  if (!Array.isArray(found)) return;
  for (const item of found as readonly unknown[]) {
    if (item instanceof Promise) item.catch(() => undefined);
  }
}

/** Lets callers go on one after the other, and after some milliseconds in a later turn of the event loop. */
class Pace {
  #last: Promise<void> = Promise.resolve();
  /** When the present slice ends; `undefined` where none has begun in this turn of the event loop. */
  #sliceEnd: number | undefined;
  /** Ends the present slice, and charges it. */
  #end: () => void = () => undefined;

  /** Resolves with the value when the caller may complete it. */
  async next<Value>(value: Value, budget: WorkBudget): Promise<Value> {
    const turn = this.#last.then(() => this.#wait(budget));
    this.#last = turn.catch(() => undefined);
    await turn;
    return value;
  }

  /** A slice is charged to the first caller in it. Over many slices, that is most often the caller that completes most. */
  async #wait(budget: WorkBudget): Promise<void> {
    requireClient(budget.signal);
    if (this.#sliceEnd !== undefined && performance.now() < this.#sliceEnd) return;
    if (this.#sliceEnd !== undefined) {
      this.#end();
      await nextTurn();
    }
    this.#sliceEnd = performance.now() + SLICE_MILLISECONDS;
    this.#end = budget.begun().begin();
    setImmediate(() => {
      this.#end();
      this.#sliceEnd = undefined;
    });
  }
}
