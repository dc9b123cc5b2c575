/** Returns false in an insecure context or without permission. */
export function copyText(text: string): Promise<boolean> {
  return write((clipboard) => clipboard.writeText(text));
}

/** The target takes the form that it supports. Returns false in an insecure context or without permission. */
export function copyRichText(html: string, text: string): Promise<boolean> {
  if (!('ClipboardItem' in window)) return Promise.resolve(false);
  const toBlob = (type: string, content: string) => new Blob([content], { type });
  return write((clipboard) =>
    clipboard.write([
      new ClipboardItem({ 'text/html': toBlob('text/html', html), 'text/plain': toBlob('text/plain', text) }),
    ]),
  );
}

async function write(copy: (clipboard: Clipboard) => Promise<void>): Promise<boolean> {
  if (!('clipboard' in navigator)) return false;
  try {
    await copy(navigator.clipboard);
    return true;
  } catch (cause) {
    if (cause instanceof DOMException) return false;
    throw cause;
  }
}

/** False in an insecure context. */
export const canReadClipboard = () => typeof navigator.clipboard?.readText === 'function';

/** Returns null if the browser refuses, for whatever reason: the user can still paste. */
export const readClipboard = () => navigator.clipboard.readText().catch(() => null);

/** Only if the user has allowed it before: the browser asks nothing. Otherwise null. */
export async function readAllowedClipboard(): Promise<string | null> {
  if (!canReadClipboard()) return null;
  // Safari and Firefox do not know the permission: they ask each time.
  const permission = await navigator.permissions
    ?.query({ name: 'clipboard-read' as PermissionName })
    .catch(() => null);
  return permission?.state === 'granted' ? readClipboard() : null;
}
