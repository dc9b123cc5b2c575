export type Style = Record<string, string>;

/** The declarations of a style attribute, names and values in lower case. */
export function styleOf({ style = '' }: Record<string, string>): Style {
  const entries = style.split(';').map((declaration) => {
    const colon = declaration.indexOf(':');
    return [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()].map((part) =>
      part.toLowerCase(),
    );
  });
  return Object.fromEntries(entries.filter(([name]) => name !== ''));
}

export function isHidden(attributes: Record<string, string>, style: Style): boolean {
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    style.display === 'none' ||
    style.visibility === 'hidden' ||
    style['mso-hide'] === 'all'
  );
}

/** Whether an element makes its words bold: by its style where that says so, else by its name; null: as around it. */
export function isBold(name: string, { 'font-weight': weight = '' }: Style): boolean | null {
  if (/^(?:bold|bolder|[6-9]00)$/.test(weight)) return true;
  // Google Docs wraps whatever is copied in a `b` that is not bold.
  if (/^(?:normal|lighter|[1-5]00)$/.test(weight)) return false;
  return name === 'b' || name === 'strong' ? true : null;
}

export function isItalic(name: string, { 'font-style': slant = '' }: Style): boolean | null {
  if (/^(?:italic|oblique)/.test(slant)) return true;
  if (slant === 'normal') return false;
  return ['i', 'em', 'cite', 'dfn', 'var'].includes(name) ? true : null;
}

/** Lines of code as editors of code put them on the clipboard. */
export function isCodeBlock(style: Style): boolean {
  return (
    /^pre/.test(style['white-space'] ?? '') && /mono|consolas|menlo|courier/.test(style['font-family'] ?? '')
  );
}

/** Where a paragraph of Word stands in its lists: level 1 is the outermost. */
export function wordListLevel(style: Style): number | null {
  const level = /\blevel(\d)\b/.exec(style['mso-list'] ?? '')?.[1];
  return level ? Number(level) : null;
}

/** What Word and its like write in front of an item, to be read for its kind and left out. */
export function isListMarker(style: Style): boolean {
  return /^ignore$/.test(style['mso-list'] ?? '');
}
