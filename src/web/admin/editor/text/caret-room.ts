/** The toolbar above the text, and what is below it while the caret is in a table. In pixels. */
const upper = 88;
const lower = 56;

/** How far from the window's edges the caret keeps: it is never behind a bar that stands over the text. */
export function caretRoom(more: number) {
  return {
    top: upper + more,
    left: 0,
    right: 0,
    /** Asked at every scroll: the page's own bar is not always there. */
    get bottom() {
      const bar = getComputedStyle(document.documentElement).getPropertyValue('--lower-bar');
      return lower + more + (Number.parseFloat(bar) || 0);
    },
  };
}
