/**
 * Percent signs, quotes and blanks are escaped such that no browser changes them. `start` is the start page.
 */
export function bookmarkletUrl(start: string): string {
  const targetPrefix = `${start}?url=`;
  return `javascript:void(window.open(${quote(targetPrefix)}+encodeURIComponent(location.href)))`;
}

/** A JavaScript string literal that needs no further escaping in a URL or an attribute. */
function quote(text: string): string {
  return `'${encodeURI(text).replaceAll("'", '%27')}'`;
}
