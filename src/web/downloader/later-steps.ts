/** What is needed only once there is a link: loaded when a visitor turns to the field, not with the page. */
export function loadLaterSteps() {
  return import('./after-link.ts');
}
