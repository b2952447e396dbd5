/** Copies a text to the clipboard. Browsers have `clipboard` on secure origins only; a server in the home network is none. */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
