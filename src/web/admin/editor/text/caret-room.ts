/** Heights of the toolbar above the text and of the table toolbar below it, in pixels. */
const upper = 88;
const lower = 56;

/** Keeps the caret clear of the bars that overlap the text. */
export function scrollMargins(more: number) {
  return {
    top: upper + more,
    left: 0,
    right: 0,
    /** A getter, because the page's bottom bar isn't always present. */
    get bottom() {
      const bar = getComputedStyle(document.documentElement).getPropertyValue('--lower-bar');
      return lower + more + (Number.parseFloat(bar) || 0);
    },
  };
}
