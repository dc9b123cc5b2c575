/** stub */
export function cleanPaste(html: string): string {
  return html;
}
