import { z } from "zod";
import { onlyParametersOf, queryParametersOf } from "../request/query-parameters.js";
import { shaped } from "../request/shaped.js";
import { describedAs } from "./plain-shapes.js";

/** A parameter of a URL whose text the domain reads; a shape describes its value. */
export const textOf = (shape: z.ZodType): z.ZodOptional<z.ZodString> =>
  z.string().optional().meta(describedAs(shape));

/** A parameter of a URL whose text a parser reads; a shape describes its value. */
export const readBy = <Value>(
  shape: z.ZodType,
  parse: (text: string | undefined) => Value,
): z.ZodPipe<z.ZodOptional<z.ZodString>, z.ZodTransform<Value, string | undefined>> =>
  z.string().optional().transform(parse).meta(describedAs(shape));

/** Parameters of a URL, by their names. A strict object refuses all others. */
type Parameters = z.ZodObject<z.ZodRawShape>;

/**
 * Reads the parameters of a URL.
 *
 * @throws {InvalidInputError} names the parameter that is given twice, is unknown to a strict shape, or is malformed
 */
export function parametersIn<Shape extends Parameters>(url: string, shape: Shape): z.output<Shape> {
  const names = Object.keys(shape.shape);
  const isStrict = shape.def.catchall !== undefined;
  const texts = isStrict ? onlyParametersOf(url, names) : queryParametersOf(url, names);
  return shaped(texts, shape) as z.output<Shape>;
}
