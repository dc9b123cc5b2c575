/**
 * The address of a bookmark that opens the page it is clicked on in ours. Percent signs, quotes and blanks are written
 * so that every browser keeps it as it is. `start`: the start page in the reader's language.
 */
export function bookmarklet(start: string): string {
  const opened = `${start}?url=`;
  return `javascript:void(window.open(${quote(opened)}+encodeURIComponent(location.href)))`;
}

/** As a string of JavaScript within an address within an attribute: nothing in it needs an escape of any of the three. */
function quote(text: string): string {
  return `'${encodeURI(text).replaceAll("'", '%27')}'`;
}
