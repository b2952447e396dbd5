import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLEnumType,
  GraphQLInt,
  Kind,
  type GraphQLField,
} from "graphql";
import { Directive } from "type-graphql";

const cacheControlScope = new GraphQLEnumType({
  name: "CacheControlScope",
  description: "Who may keep an answer.",
  values: {
    PRIVATE: { description: "The client that asked, for itself." },
    PUBLIC: { description: "Everyone on the way." },
  },
});

/**
 * How long an answer with a field may be kept, written on the field itself, by the name that Apollo
 * gave it. Introspection and printed schemas show the directive, and not where it is applied.
 *
 * Source: "Server-side caching", Apollo Server documentation, 2025. There a field that leads to an
 * object and says nothing ends the keeping; here it takes the age of the field above. There 0 forbids
 * the keeping; here it asks whether the answer is still the same each time.
 */
export const cacheControlDirective = new GraphQLDirective({
  name: "cacheControl",
  description: "How long an answer with this field may be kept.",
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    maxAge: { type: GraphQLInt, description: "Seconds, >= 0." },
    scope: { type: cacheControlScope, description: "Who may keep it." },
  },
});

/** Lets clients keep answers with a field. All data needs a key, so nobody else may. */
export function CacheFor(seconds: number): ReturnType<typeof Directive> {
  return Directive(`@cacheControl(maxAge: ${seconds}, scope: PRIVATE)`);
}

/** How long answers with a field may be kept, seconds; `undefined` where it does not say. */
export function maxAgeOf({ astNode }: GraphQLField<unknown, unknown>): number | undefined {
  const directive = astNode?.directives?.find(
    ({ name }) => name.value === cacheControlDirective.name,
  );
  const argument = directive?.arguments?.find(({ name }) => name.value === "maxAge");
  return argument?.value.kind === Kind.INT ? Number(argument.value.value) : undefined;
}
