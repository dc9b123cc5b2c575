/** What is needed only once there is a link: loaded when a visitor turns to the field, not with the page. */
export async function loadLaterSteps() {
  const [{ extractMedia }, { Results }] = await Promise.all([
    import('./extract-media.ts'),
    import('./results.tsx'),
  ]);
  return { extractMedia, Results };
}
