import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import {
  type KeyChangeData,
  type KeyData,
  type LocalKeyData,
  type SectionData,
  type TimelineData,
  timelineDataFrom,
} from "../../domain/analysis/timeline-data.js";
import type { Curve } from "../../domain/analysis/timeline.js";
import { TrackAnalysisType } from "../analysis/track-analysis-type.js";
import { costOfList, TIMELINE_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { SectionType } from "./section-type.js";
import {
  CurveType,
  KeyChangeType,
  KeySpellingType,
  LocalKeyType,
  TimelineType,
} from "./timeline-type.js";

/** Resolves the nested fields of a timeline. */
@Resolver(() => TimelineType)
export class TimelinePartsResolver {
  @FieldResolver(() => [SectionType], {
    complexity: costOfList(10),
    description:
      "The sections of the track, from its start to its end without gaps; empty for less than a second of sound.",
  })
  sections(@Root() { sections }: TimelineData): readonly SectionData[] {
    return sections;
  }

  @FieldResolver(() => CurveType, {
    description: "Short-term loudness (EBU R 128), LUFS, over the 3 s around each time.",
  })
  loudnessCurve(@Root() { loudnessCurve }: TimelineData): Curve {
    return loudnessCurve;
  }

  @FieldResolver(() => CurveType, {
    description:
      "Energy, defined as in `TrackAnalysis.energy`, in [0, 1], over the 3 s around each time.",
  })
  energyCurve(@Root() { energyCurve }: TimelineData): Curve {
    return energyCurve;
  }

  @FieldResolver(() => CurveType, {
    description: "Tempo, beats per minute, around each time; null where no beat is near.",
  })
  tempoCurve(@Root() { tempoCurve }: TimelineData): Curve {
    return tempoCurve;
  }

  @FieldResolver(() => [LocalKeyType], {
    complexity: costOfList(20),
    description:
      "The key over time, from the start to the end without gaps: one entry if the key never changes, none if there is no key.",
  })
  localKeys(@Root() { localKeys }: TimelineData): readonly LocalKeyData[] {
    return localKeys;
  }

  @FieldResolver(() => [KeyChangeType], {
    complexity: costOfList(3),
    description: "The changes of key; may be empty.",
  })
  keyChanges(@Root() { keyChanges }: TimelineData): readonly KeyChangeData[] {
    return keyChanges;
  }
}

/** Resolves the two keys of a key change. */
@Resolver(() => KeyChangeType)
export class KeyChangeResolver {
  @FieldResolver(() => KeySpellingType, { description: "The key before the change." })
  from(@Root() { from }: KeyChangeData): KeyData {
    return from;
  }

  @FieldResolver(() => KeySpellingType, { description: "The key after the change." })
  to(@Root() { to }: KeyChangeData): KeyData {
    return to;
  }
}

/** Resolves the timeline of an analysis; it is read only where it is selected. */
@Resolver(() => TrackAnalysisType)
export class TimelineResolver {
  @FieldResolver(() => TimelineType, {
    complexity: TIMELINE_COST,
    nullable: true,
    description:
      "The track over time: sections, curves of loudness, energy and tempo, and changes of key.",
  })
  async timeline(
    @Root() { analysis }: TrackAnalysisType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<TimelineData> {
    return timelineDataFrom(analysis, await loaders.timelines.load(analysis.trackKey));
  }
}
