/** Pages escape slashes, percent signs, angle brackets and non-ASCII characters in JSON. */
export function pageJson(value: unknown): string {
  return JSON.stringify(value).replace(/[/%<>\u007f-\uffff]/g, (character) =>
    character === '/' ? '\\/' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
  '@': '&#064;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'@]/g, (character) => entities[character] ?? character);
}
