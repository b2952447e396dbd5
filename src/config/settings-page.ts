import { markdownTable } from "../build/markdown-table.js";
import { describedSettings } from "./setting-notes.js";
import { settingGroups } from "./settings.js";
import { sharedNames } from "./shared-settings.js";

const INTRODUCTION = `<!-- Written by \`npm run schema\` from src/config/settings.ts: change the settings there. -->

# Settings

Settings are environment variables. One that is set to an empty text counts as absent. A server lists all mistakes in
them before it starts, and \`overtone doctor\` checks what they name. A variable whose name is nearly that of a setting is
pointed out.

**Commands share settings with the server.** A server notes in \`server.json\` in its \`DATA_DIR\` what it was started with, and a
command with the same \`DATA_DIR\` uses that where its own environment says nothing else: ${sharedList()}. The password in
\`DATABASE_URL\` is not noted, nor are keys of providers: a command asks a provider that needs one where its own environment has it. A command that is given another database takes nothing. Each command that uses a database
names it on standard error; only \`serve\`, \`scan\`, \`migrate\` and \`mcp\` create one where there is none.`;

const OTHERS = `## Variables of others

What Overtone is built on reads variables of its own: \`TMPDIR\` (the folder of temporary files), \`NODE_EXTRA_CA_CERTS\` (a
certificate authority of your own), \`PGPASSWORD\` (the password of PostgreSQL, where \`DATABASE_URL\` has none) and the
variables of OpenTelemetry for its exporter, such as \`OTEL_EXPORTER_OTLP_HEADERS\`.`;

/** Lists the shared settings as code, with "and" before the last. */
function sharedList(): string {
  const codes = sharedNames.map((name) => `\`${name}\``);
  return `${codes.slice(0, -1).join(", ")} and ${codes.at(-1) ?? ""}`;
}

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
