/**
 * Returns the content security policy of one page. Only the given sources are allowed; forms and
 * embedding in frames are not.
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
