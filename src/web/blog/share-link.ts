export interface SharedLink {
  title: string;
  text: string;
  url: string;
}

/** What a device can do with a link; browsers have both on secure pages only. */
export interface ShareDevice {
  share?: (link: SharedLink) => Promise<void>;
  canShare?: (link: SharedLink) => boolean;
  clipboard?: { writeText(text: string): Promise<void> };
}

/** `cause`: why the device refused; undefined where it has no way to share. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | { cause: unknown };

/** Hands a link to the device; where it shares none, the address goes to the clipboard. */
export async function shareLink(device: ShareDevice, link: SharedLink): Promise<ShareOutcome> {
  try {
    if (device.share && device.canShare?.(link) !== false) {
      await device.share(link);
      return 'shared';
    }
    if (!device.clipboard) return { cause: undefined };
    await device.clipboard.writeText(link.url);
    return 'copied';
  } catch (cause) {
    // Both refuse by DOMException, and by TypeError what they cannot pass on.
    if (!(cause instanceof DOMException || cause instanceof TypeError)) throw cause;
    return cause.name === 'AbortError' ? 'cancelled' : { cause };
  }
}
