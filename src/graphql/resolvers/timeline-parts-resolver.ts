import { FieldResolver, Resolver, Root } from "type-graphql";
import type { Curve } from "../../domain/analysis/timeline.js";
import type {
  KeyChangeData,
  LocalKeyData,
  SectionData,
  TimelineData,
} from "../../domain/analysis/timeline-data.js";
import { CurveType } from "../types/timeline/curve-type.js";
import { KeyChangeType } from "../types/timeline/key-change-type.js";
import { LocalKeyType } from "../types/timeline/local-key-type.js";
import { SectionType } from "../timeline/section-type.js";
import { TimelineType } from "../timeline/timeline-type.js";

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
