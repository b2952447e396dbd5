import { markdownTable } from "../build/markdown-table.js";
import { describedSettings } from "./setting-notes.js";
import { settingGroups } from "./settings.js";

const INTRODUCTION = `<!-- Written by \`npm run schema\` from src/config/settings.ts: change the settings there. -->

# Settings

Settings are environment variables. One that is set to an empty text counts as absent. A server lists all mistakes in
them before it starts, and \`overtone doctor\` checks what they name.`;

const OTHERS = `## Variables of others

What Overtone is built on reads variables of its own: \`TMPDIR\` (the folder of temporary files), \`NODE_EXTRA_CA_CERTS\` (a
certificate authority of your own), \`PGPASSWORD\` (the password of PostgreSQL, where \`DATABASE_URL\` has none) and the
variables of OpenTelemetry for its exporter, such as \`OTEL_EXPORTER_OTLP_HEADERS\`.`;

/** The page of the guide that lists the settings. */
export function settingsPage(): string {
  const groups = settingGroups.map(({ title, variables }) => {
    const rows = describedSettings(variables).map((setting) => [
      `\`${setting.name}\``,
      setting.default,
      setting.values,
      setting.meaning,
    ]);
    return `## ${title}\n\n${markdownTable([["setting", "default", "values", "meaning"], ...rows])}`;
  });
  return `${[INTRODUCTION, ...groups, OTHERS].join("\n\n")}\n`;
}
