export interface LinkShareData {
  title: string;
  text: string;
  url: string;
}

/** Browsers have these APIs only in secure contexts. */
export interface ShareNavigator {
  share?: (link: LinkShareData) => Promise<void>;
  canShare?: (link: LinkShareData) => boolean;
  clipboard?: { writeText(text: string): Promise<void> };
}

/** `cause` is undefined if the device has no share and clipboard APIs. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | { cause: unknown };

/** Shares the link, or copies its URL if the device can't share it. */
export async function shareLink(device: ShareNavigator, link: LinkShareData): Promise<ShareOutcome> {
  try {
    if (device.share && device.canShare?.(link) !== false) {
      await device.share(link);
      return 'shared';
    }
    if (!device.clipboard) return { cause: undefined };
    await device.clipboard.writeText(link.url);
    return 'copied';
  } catch (cause) {
    // Both APIs reject with DOMException, or with TypeError for data they can't share.
    if (!(cause instanceof DOMException || cause instanceof TypeError)) throw cause;
    return cause.name === 'AbortError' ? 'cancelled' : { cause };
  }
}
