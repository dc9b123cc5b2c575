/** For text between tags. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** For attribute values in double quotes. Also valid in XML, and between tags. */
export function escapeHtmlAttribute(value: string): string {
  return escapeHtml(value).replaceAll('"', '&quot;');
}
