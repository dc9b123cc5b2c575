/**
 * Moves the section of the device to the front, before the first paint: one cached page serves all devices,
 * and an iPad says it is a Mac. Its source runs inline, so it refers to nothing outside itself.
 */
export function showDeviceFirst(): void {
  const { userAgent, maxTouchPoints } = navigator;
  const isApple = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const id = isApple ? 'ios' : /Android/.test(userAgent) ? 'android' : null;
  const section = id === null ? null : document.getElementById(id);
  if (section === null) return;
  const [intro, ...sections] = section.parentElement?.querySelectorAll(':scope > .turn') ?? [];
  intro?.after(section);
  // The page's line turns to the other side at each section.
  for (const [index, { classList }] of [...new Set([section, ...sections])].entries()) {
    classList.toggle('turn-start', index % 2 === 0);
    classList.toggle('turn-end', index % 2 === 1);
  }
}
