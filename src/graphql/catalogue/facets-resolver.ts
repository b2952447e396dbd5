import { Arg, Ctx, Field, Int, ObjectType, Query, registerEnumType, Resolver } from "type-graphql";
import { byField } from "../../domain/analysis/descriptors.js";
import {
  DEFAULT_FACET_VALUES,
  facetFields,
  MAX_FACET_VALUES,
  parseFacetsRequest,
  type Facet,
  type FacetField,
  type Facets,
  type FacetValue,
} from "../../domain/catalogue/facets.js";
import { knownFlagNames, knownFlags, knownNumbers } from "../../domain/catalogue/known-fields.js";
import { scopeOfFields, textTags, textTagNames } from "../../domain/catalogue/text-tags.js";
import { parseComparedFilter } from "../../domain/catalogue/track-filter.js";
import type { Services } from "../../services/services.js";
import type { RequestContext } from "../request-context.js";
import { costOfList, itemCount, SCAN_COST } from "../limits/costs.js";
import { TrackFilterInput } from "./track-filter-input.js";
import { enumName } from "./track-order-input.js";

/** The fields whose values are counted, by their enum values. */
const facetFieldNames = Object.fromEntries(facetFields.map((field) => [enumName(field), field]));

const meanings: Readonly<Record<FacetField, string>> = {
  ...byField(textTags, (field) => `The ${textTagNames[field]}.`),
  ...byField(["year", "rating"], (field) => `The ${knownNumbers[field].what}.`),
  key: "The key, such as A minor.",
  source: "The audio source.",
  ...byField(knownFlagNames, (field) => `${knownFlags[field].what}: \`true\` or \`false\`.`),
};

registerEnumType(facetFieldNames, {
  name: "FacetField",
  description: "What the values of tracks are counted by.",
  valuesConfig: Object.fromEntries(
    facetFields.map((field) => [enumName(field), { description: meanings[field] }]),
  ),
});

/** A value, and how many tracks have it. */
@ObjectType("FacetValue", { description: "A value, and how many tracks have it." })
class FacetValueType implements FacetValue {
  @Field(() => String, {
    description:
      "As most tracks spell it; letter case, diacritics and punctuation make no other value.",
  })
  readonly value!: string;

  @Field(() => Int, { description: "How many tracks have it." })
  readonly count!: number;
}

/** The values of one field. */
@ObjectType("Facet", { description: "The values of one field." })
class FacetType implements Facet {
  @Field(() => facetFieldNames, { description: "What is counted." })
  readonly field!: FacetField;

  @Field(() => [FacetValueType], {
    complexity: 0,
    description: "The most frequent first; equally frequent ones in the order of their texts.",
  })
  readonly values!: readonly FacetValueType[];

  @Field(() => Int, {
    description: "The number of different values, also those that are not listed.",
  })
  readonly valueCount!: number;

  @Field(() => Int, { description: "The number of tracks that have a value." })
  readonly trackCount!: number;
}

/** The values of some fields of the tracks that meet a filter. */
@ObjectType("Facets", {
  description: "The values of some fields of the tracks that meet a filter.",
})
class FacetsType implements Facets {
  @Field(() => [FacetType], {
    complexity: costOfList(facetFields.length),
    description: "In the order of the request.",
  })
  readonly facets!: readonly FacetType[];

  @Field(() => Int, { description: "The number of tracks that meet the filter." })
  readonly totalCount!: number;
}

/** Resolves the query `facets`. */
@Resolver()
export class FacetsResolver {
  readonly #services: Pick<Services, "access" | "catalogue">;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => FacetsType, {
    // One for each value, which are charged here because their number is an argument here.
    complexity: ({ args, childComplexity }) =>
      Math.max(1, itemCount(args["fields"], 0, facetFields.length)) *
        (SCAN_COST + itemCount(args["first"], DEFAULT_FACET_VALUES, MAX_FACET_VALUES)) +
      childComplexity,
    description:
      "The values that analysed tracks have, and how many have each: genres, artists, albums, years, keys and others; folders only for callers who may write. A tag with several values counts for each of them, and each recording by itself.",
  })
  async facets(
    @Arg("fields", () => [facetFieldNames], { description: "What to count, each once." })
    fields: readonly FacetField[],
    @Arg("filter", () => TrackFilterInput, {
      nullable: true,
      description: "Which tracks to count; all when absent. `analysed: false` is refused.",
    })
    filter: TrackFilterInput | null,
    @Arg("first", () => Int, {
      defaultValue: DEFAULT_FACET_VALUES,
      description: "Maximum number of values of each field, 1 to 500.",
    })
    first: number,
    @Ctx() { identity, budget }: RequestContext,
  ): Promise<FacetsType> {
    const { access, catalogue } = this.#services;
    access.requireScope(identity, scopeOfFields(fields));
    const conditions = parseComparedFilter(filter, "filter.") ?? {};
    const request = parseFacetsRequest({ fields, filter: conditions, first }, "first");
    return catalogue.countFacets(request, budget());
  }
}
