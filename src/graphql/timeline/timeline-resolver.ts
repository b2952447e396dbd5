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
import type { RequestContext } from "../request-context.js";
import { SectionType } from "./section-type.js";
import {
  CurveType,
  KeyChangeType,
  KeySpellingType,
  LocalKeyType,
  TimelineType,
} from "./timeline-type.js";

/** Leads from a timeline to its parts. */
@Resolver(() => TimelineType)
export class TimelinePartsResolver {
  @FieldResolver(() => [SectionType], {
    description:
      "The parts of the track, from its start to its end without gaps; none in under a second of sound.",
  })
  sections(@Root() { sections }: TimelineData): readonly SectionData[] {
    return sections;
  }

  @FieldResolver(() => CurveType, {
    description: "Short-term loudness (EBU R 128), LUFS, over the 3 s around each moment.",
  })
  loudnessCurve(@Root() { loudnessCurve }: TimelineData): Curve {
    return loudnessCurve;
  }

  @FieldResolver(() => CurveType, {
    description:
      "How loud, dense and bright it is, in [0, 1], over the 3 s around each moment, as `energy` is defined.",
  })
  energyCurve(@Root() { energyCurve }: TimelineData): Curve {
    return energyCurve;
  }

  @FieldResolver(() => CurveType, {
    description: "Beats per minute around each moment; null where no beat is near.",
  })
  tempoCurve(@Root() { tempoCurve }: TimelineData): Curve {
    return tempoCurve;
  }

  @FieldResolver(() => [LocalKeyType], {
    description:
      "The key over time, from the start to the end without gaps: one where it never changes, none where there is no key.",
  })
  localKeys(@Root() { localKeys }: TimelineData): readonly LocalKeyData[] {
    return localKeys;
  }

  @FieldResolver(() => [KeyChangeType], { description: "The modulations, perhaps none." })
  keyChanges(@Root() { keyChanges }: TimelineData): readonly KeyChangeData[] {
    return keyChanges;
  }
}

/** Leads from a modulation to its two keys. */
@Resolver(() => KeyChangeType)
export class KeyChangeResolver {
  @FieldResolver(() => KeySpellingType, { description: "The key before." })
  from(@Root() { from }: KeyChangeData): KeyData {
    return from;
  }

  @FieldResolver(() => KeySpellingType, { description: "The key from then on." })
  to(@Root() { to }: KeyChangeData): KeyData {
    return to;
  }
}

/** Leads from an analysis to its timeline, which is read only where it is asked for. */
@Resolver(() => TrackAnalysisType)
export class TimelineResolver {
  @FieldResolver(() => TimelineType, {
    nullable: true,
    description:
      "How the track goes over time: sections, curves of loudness, energy and tempo, and where the key changes.",
  })
  async timeline(
    @Root() { analysis }: TrackAnalysisType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<TimelineData> {
    return timelineDataFrom(analysis, await loaders.timelines.load(analysis.trackKey));
  }
}
