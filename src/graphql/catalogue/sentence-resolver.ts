import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  Float,
  Int,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import { filterTextsOf } from "../../domain/catalogue/filter-texts.js";
import { meaningTextOf } from "../../domain/sentence/meaning-text.js";
import {
  meaningKinds,
  MAX_SENTENCE_CHARACTERS,
  parseSentenceText,
  type Wish,
} from "../../domain/sentence/sentence.js";
import type { TrackReason } from "../../domain/sentence/track-reasons.js";
import type { Track } from "../../domain/track/track.js";
import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  pageSizeOf,
} from "../../services/catalogue/catalogue-service.js";
import type { AnsweredTrack, UnderstoodPart } from "../../services/sentences/sentence-service.js";
import type { Services } from "../../services/services.js";
import { costOfList, itemCount, SCAN_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "../track/track-type.js";

/** The most parts and reasons that are charged for: a text of 200 characters has few more. */
const CHARGED_PARTS = 20;

const kinds = Object.fromEntries(meaningKinds.map((kind) => [kind.toUpperCase(), kind]));

registerEnumType(kinds, {
  name: "MeaningKind",
  description: "What words of a text mean.",
  valuesConfig: {
    CONDITION: { description: "Tracks must meet it." },
    WISH: { description: "Tracks are ranked by it, and none is left out." },
    LIKE: { description: "Tracks must sound like a track." },
    COMPARISON: { description: "A condition on a value, relative to that of a track." },
    UNKNOWN: { description: "The words are not known, and have no effect." },
  },
});

/** That a value be high or low. */
@ObjectType("Wish", { description: "That a value be high or low among the tracks." })
class WishType {
  @Field(() => String, { description: "The field, named as in Estimate, durationMs or year." })
  readonly field!: Wish["field"];

  @Field(() => Boolean, { description: "Whether high values are wanted, or low ones." })
  readonly isHigh!: boolean;

  @Field(() => Float, { description: "How much it counts; 1 where no word makes it stronger." })
  readonly weight!: number;
}

/** Some words of a text, and how they were understood. */
@ObjectType("SentencePart", { description: "Some words of a text, and how they were understood." })
class SentencePartType {
  declare readonly meaning: UnderstoodPart["meaning"];

  @Field(() => Int, { description: "Where the words begin, in UTF-16 code units of the text." })
  readonly start!: number;

  @Field(() => Int, { description: "Where they end." })
  readonly end!: number;

  @Field(() => String, { description: "The words." })
  readonly text!: string;
}

/** Resolves what the words of a part mean. */
@Resolver(() => SentencePartType)
export class SentencePartResolver {
  @FieldResolver(() => kinds, { description: "What kind of meaning they have." })
  kind(@Root() { meaning }: SentencePartType): (typeof meaningKinds)[number] {
    return meaning.kind;
  }

  @FieldResolver(() => String, {
    name: "meaning",
    nullable: true,
    description: "What they mean, in English; null of unknown ones.",
  })
  meaningText(@Root() { meaning }: SentencePartType): string | null {
    return meaningTextOf(meaning) ?? null;
  }

  @FieldResolver(() => Boolean, {
    description: "Whether tracks that meet the conditions are left out.",
  })
  isExcluded(@Root() { meaning }: SentencePartType): boolean {
    return meaning.kind === "condition" && meaning.isExcluded;
  }

  @FieldResolver(() => [String], {
    name: "conditions",
    description: 'The conditions as parameters of GET /api/audio/tracks, e.g. "tempo.gte=80".',
  })
  conditionTexts(@Root() part: UnderstoodPart): readonly string[] {
    return filterTextsOf(part.conditions);
  }

  @FieldResolver(() => [WishType], {
    complexity: costOfList(3),
    description: "The values that tracks are ranked by.",
  })
  wishes(@Root() { meaning }: SentencePartType): readonly Wish[] {
    return meaning.kind === "wish" ? meaning.wishes : [];
  }
}

/** What a track has of a part of a text. */
@ObjectType("SentenceReason", { description: "What a track has of a part of a text." })
class SentenceReasonType implements TrackReason {
  @Field(() => Int, { description: "The index of the part." })
  readonly part!: number;

  @Field(() => String, { description: 'The values that the track has, e.g. "tempo 84.02 BPM".' })
  readonly text!: string;

  @Field(() => Float, {
    nullable: true,
    description:
      "How well it meets a wish, in [0, 1]: 0.5 where its value is the mean of the catalogue, 0.85 where it is one standard deviation on the side that is wished for. Of a track that is named: the similarity to it. Null of conditions, and of values that are not known.",
  })
  readonly closeness!: number | null;
}

/** A track that a text asks for. */
@ObjectType("FoundTrack", { description: "A track that a text asks for, and why." })
class FoundTrackType {
  declare readonly track: Track;

  @Field(() => Float, {
    nullable: true,
    description:
      "In [0, 1]: how well it meets the wishes, the mean of their closenesses, times the similarity to a track that is named. Null where there are conditions alone.",
  })
  readonly score!: number | null;

  @Field(() => [SentenceReasonType], {
    complexity: costOfList(CHARGED_PARTS),
    description: "What it has of each part that is known, in their order.",
  })
  readonly reasons!: readonly SentenceReasonType[];
}

/** Resolves the track of a found track. */
@Resolver(() => FoundTrackType)
export class FoundTrackResolver {
  @FieldResolver(() => TrackType, { description: "The track, with its metadata." })
  track(@Root() { track }: AnsweredTrack): Track {
    return track;
  }
}

/** What a text asks for, and what it finds. */
@ObjectType("FoundTracks", {
  description: "How a text was understood, and the tracks it asks for.",
})
class FoundTracksType {
  @Field(() => [SentencePartType], {
    complexity: costOfList(CHARGED_PARTS),
    description:
      "How the words were understood, in their order. Words that say nothing about tracks, such as articles, are left out.",
  })
  readonly parts!: readonly SentencePartType[];

  @Field(() => [FoundTrackType], {
    complexity: 0,
    description: "The best first; without wishes by artist. None where no word is known.",
  })
  readonly tracks!: readonly FoundTrackType[];

  @Field(() => Int, { description: "The number of tracks that meet all conditions." })
  readonly totalCount!: number;
}

/** Resolves the query `find`. */
@Resolver()
export class SentenceResolver {
  readonly #sentences: Services["sentences"];

  constructor({ sentences }: Services) {
    this.#sentences = sentences;
  }

  @Query(() => FoundTracksType, {
    // All tracks are read for each wish and each name that the text may have.
    complexity: ({ args, childComplexity }) =>
      2 * SCAN_COST +
      itemCount(args["first"], DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE) * (1 + childComplexity),
    description:
      'Analysed tracks for words in English or German, such as "calm, no vocals, 80-100 bpm" or "like Slow Waltz but faster": genres, moods and other measured values, tempo, key, metre, length, year, negations and comparisons. A table of words understands them, not a language model; words that are not known are said, and have no effect. Only music is found, unless the text asks for speech.',
  })
  async find(
    @Arg("text", () => String, {
      description: `What is asked for, 1 to ${MAX_SENTENCE_CHARACTERS} characters.`,
    })
    text: string,
    @Arg("first", () => Int, {
      defaultValue: DEFAULT_PAGE_SIZE,
      description: `Maximum number of tracks, 1 to ${MAX_PAGE_SIZE}.`,
    })
    first: number,
    @Ctx() { budget }: RequestContext,
  ): Promise<FoundTracksType> {
    const sentence = parseSentenceText(text, "text");
    return this.#sentences.find(sentence, pageSizeOf("first", first), budget());
  }
}
