import type { FindingState } from "../../domain/operations/finding.js";
import type { MusicServerSetting } from "../../domain/music-server/music-server-setting.js";
import type { StoredMusicServer } from "../../domain/music-server/music-server.js";
import type { Check } from "../../ports/runtime/check.js";
import type { DiskCalls } from "../files/disk-calls.js";
import { withSecret } from "../music-servers/configured-music-servers.js";

/** What a trial of a server has found. */
interface TriedMusicServer {
  readonly product: string | null;
  readonly version: string | null;
  readonly isScanning: boolean;
  /** In words that follow "The server"; absent where its songs can be listed and received. */
  readonly problem?: string;
}

/** Signs in to a server, lists its songs and receives the beginning of one. */
export type TryMusicServer = (
  server: StoredMusicServer,
  signal: AbortSignal,
) => Promise<TriedMusicServer>;

/** Checks whether the songs of a music server of the setting can be listed and received. */
export const musicServerCheck = (
  setting: MusicServerSetting,
  { disk, tryServer }: { readonly disk: DiskCalls; readonly tryServer: TryMusicServer },
): Check => ({
  what: `music server ${setting.name}`,
  async run(signal): Promise<FindingState> {
    const tried = await tryServer(await withSecret(setting, disk), signal);
    const { product, version, isScanning, problem } = tried;
    if (problem !== undefined) {
      const advice = `Mend that, or change "${setting.name}" in MUSIC_SERVERS. Its songs stay in the library meanwhile.`;
      return { state: "fail", message: problem, advice };
    }
    const program = [product ?? "it", ...(version === null ? [] : [version])].join(" ");
    const scanning = isScanning ? "; it is scanning its files" : "";
    return { state: "ok", message: `${program} answers at ${setting.url}${scanning}` };
  },
});
