import { LRUCache } from 'lru-cache';
import type { RenderShareCard, ShareCardText } from './draw-card.ts';

const maxCachedCards = 200;

/** Concurrent calls for the same card share one rendering. */
export function cacheShareCards(draw: RenderShareCard): RenderShareCard {
  const cache = new LRUCache<string, ReturnType<RenderShareCard>>({ max: maxCachedCards });
  return (card: ShareCardText) => {
    const key = JSON.stringify([card.lang, card.brand, card.tagline, card.heading]);
    const cached = cache.get(key);
    if (cached) return cached;
    const rendering = draw(card).catch((error: unknown) => {
      cache.delete(key);
      throw error;
    });
    cache.set(key, rendering);
    return rendering;
  };
}
