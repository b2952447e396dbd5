import { createHash } from "node:crypto";

/**
 * The content security policy of one page: nothing but what is named, no form, and no place in
 * anybody's frame.
 *
 * @param directives what the page needs, e.g. `{ "style-src": "'self'" }`
 */
export function pagePolicy(directives: Readonly<Record<string, string>>): string {
  const all = {
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    ...directives,
  };
  return Object.entries(all)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}

/** The source that stands for one inline style or script and no other. */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
