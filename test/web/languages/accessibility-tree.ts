import { appendFile } from "node:fs/promises";
import type { Page } from "../browser.js";

/** What a screen reader is told of an element. */
export interface SpokenElement {
  readonly role: string;
  /** Empty where it has none. */
  readonly name: string;
  /** Of a heading; 0 elsewhere. */
  readonly level: number;
}

/** A node of the tree, as the protocol of Chromium has it. */
interface TreeNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly {
    readonly name: string;
    readonly value: { readonly value: unknown };
  }[];
}

/** Roles of text and of what has none: they repeat what stands above them. */
const SILENT = new Set(["none", "generic", "InlineTextBox", "StaticText", "LineBreak"]);

/**
 * Returns the elements of a page in the order in which they are read, from the accessibility tree of Chromium, which screen readers get.
 * With ACCESSIBILITY_LOG they are appended to that file, as lines to be read by people.
 */
export async function spokenElements(page: Page, view: string): Promise<readonly SpokenElement[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as unknown as {
    readonly nodes: readonly TreeNode[];
  };
  await session.detach();
  const elements = nodes
    .filter(({ ignored, role }) => !ignored && role !== undefined && !SILENT.has(role.value))
    .map(({ role, name, properties = [] }) => ({
      role: role!.value,
      name: (name?.value ?? "").trim(),
      level: Number(properties.find((one) => one.name === "level")?.value.value ?? 0),
    }));
  const log = process.env["ACCESSIBILITY_LOG"];
  if (log !== undefined) {
    const lines = elements.map(({ role, name, level }) => `${role}${level || ""}: ${name}`);
    await appendFile(log, `# ${view}\n${lines.join("\n")}\n\n`);
  }
  return elements;
}
