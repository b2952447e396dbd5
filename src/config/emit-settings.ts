import { emitFile } from "../build/generated-file.js";
import { settingsPage } from "./settings-page.js";

await emitFile("src/web/guide/settings.md", settingsPage());
