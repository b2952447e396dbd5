import type { JSX } from "preact";
import { ExportButtons } from "../keep/export-buttons.js";
import { PlaylistForm } from "../keep/playlist-form.js";
import { useTexts } from "../texts/language.js";
import { MixCourse } from "./mix-course.js";
import { MixScatter } from "./mix-scatter.js";
import { MixedList } from "./steps/mixed-list.js";
import type { MixedTrack } from "./mixed-track.js";
import { useMixedOrder, type MixedOrder } from "./steps/use-mixed-order.js";

interface FoundMixProps {
  readonly tracks: readonly MixedTrack[];
  /** The number of tracks that were asked for. */
  readonly length: number;
}

/** A mix that was found: drawn, listed to be changed, and to be taken out. */
export function FoundMix({ tracks, length }: FoundMixProps): JSX.Element {
  const order = useMixedOrder(tracks);
  const [from, to] = [tracks[0]?.trackKey ?? "", tracks.at(-1)?.trackKey ?? ""];
  return (
    <>
      <div class="mix-drawings">
        <MixCourse tracks={order.tracks} />
        <MixScatter tracks={order.tracks} />
      </div>
      <MixedList order={order} />
      <TakenMix order={order} from={from} to={to} length={length} />
    </>
  );
}

interface TakenMixProps extends Pick<FoundMixProps, "length"> {
  readonly order: MixedOrder;
  readonly from: string;
  readonly to: string;
}

function TakenMix({ order, from, to, length }: TakenMixProps): JSX.Element {
  const { keep, mix } = useTexts();
  const keys = order.tracks.map(({ trackKey }) => trackKey).join(",");
  return (
    <section class="part-card mix-taken" aria-labelledby="mix-taken">
      <h2 id="mix-taken" class="part-title">
        {keep.heading}
      </h2>
      <ExportButtons path={`api/audio/analysis?trackKeys=${keys}`} fileName="mix" />
      {order.changed === "more" ? (
        <p class="mix-hint">{mix.onlyAsFound}</p>
      ) : (
        <PlaylistForm recipe={{ from, to, length, exclude: order.removed }} />
      )}
    </section>
  );
}
