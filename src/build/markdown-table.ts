/** Returns a Markdown table, the first row its head, aligned as Prettier does. A cell may have any text of one line. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((name, column) =>
    Math.max(name.length, ...body.map((row) => (row[column] ?? "").length)),
  );
  const lineOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...body].map(lineOf).join("\n");
}
