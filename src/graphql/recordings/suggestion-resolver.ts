import { Ctx, Field, FieldResolver, Float, ID, ObjectType, Resolver, Root } from "type-graphql";
import type { Track } from "../../domain/track/track.js";
import type {
  NameSuggestion,
  NameSuggestions,
} from "../../services/identification/suggestion-service.js";
import type { Services } from "../../services/services.js";
import { costOfList, SEARCH_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { NullOnError } from "../semantic-non-null.js";
import { TrackType } from "../track/track-type.js";
import { RecordingType } from "./recording-type.js";

/** As many names as sources may reasonably suggest. */
const SUGGESTIONS = 5;

/** A name that a recording may have. */
@ObjectType("NameSuggestion", { description: "A name that a recording may have." })
class NameSuggestionType {
  declare readonly suggestion: NameSuggestion;

  @Field(() => String, {
    description: '"library", or the provider that knows the name, e.g. "acoustid".',
  })
  readonly source!: string;

  @Field(() => Float, {
    description: "How sure the source is that it is this recording, in [0, 1].",
  })
  readonly score!: number;

  @Field(() => ID, {
    nullable: true,
    description: "The AcoustID track that sounds like it; null where the source is another one.",
  })
  readonly acoustId!: string | null;
}

/** Names that a recording may have. */
@ObjectType("NameSuggestions", {
  description: "Names that a recording may have, and who was asked for them.",
})
class NameSuggestionsType {
  declare readonly suggested: NameSuggestions;

  @Field(() => [String], {
    description:
      'Who was asked: "library", and "acoustid" where the server has a key of it and a whole recording was measured.',
  })
  readonly sources!: readonly string[];

  @Field(() => [String], { description: "Names of the providers that failed." })
  readonly unavailableProviders!: readonly string[];
}

/** Resolves the suggested names of a recording. */
@Resolver(() => RecordingType)
export class SuggestionsResolver {
  readonly #suggestions: Services["suggestions"];

  constructor({ suggestions }: Services) {
    this.#suggestions = suggestions;
  }

  @NullOnError()
  @FieldResolver(() => NameSuggestionsType, {
    nullable: true,
    complexity: ({ childComplexity }) => SEARCH_COST + childComplexity,
    description:
      "Names that it may have: those of other recordings of the same performance in the library, and those that AcoustID knows by its sound, where the server has a key of it. AcoustID is asked only by this field. Nothing is stored: `correctRecording` accepts a name. Null, with the error of a provider, if no name was found and it failed.",
  })
  async suggestions(
    @Root() { id }: RecordingType,
    @Ctx() { signal }: RequestContext,
  ): Promise<NameSuggestionsType> {
    const suggested = await this.#suggestions.suggest(id, signal());
    const { sources, unavailableProviders } = suggested;
    return { suggested, sources, unavailableProviders };
  }
}

/** Resolves the list of suggested names. */
@Resolver(() => NameSuggestionsType)
export class SuggestedNamesResolver {
  @FieldResolver(() => [NameSuggestionType], {
    complexity: costOfList(SUGGESTIONS),
    description:
      "Names other than its own, those of the library first, of each source the best first; may be empty.",
  })
  names(@Root() { suggested }: NameSuggestionsType): readonly NameSuggestionType[] {
    return suggested.suggestions.map((suggestion) => {
      const { source, score, soundId = null } = suggestion;
      return { suggestion, source, score, acoustId: soundId };
    });
  }
}

/** Resolves the track of a suggested name. */
@Resolver(() => NameSuggestionType)
export class SuggestedTrackResolver {
  @FieldResolver(() => TrackType, {
    description:
      "The name, with what the source knows of it; of the library, another recording of the same performance.",
  })
  track(@Root() { suggestion }: NameSuggestionType): Track {
    return suggestion.track;
  }
}
