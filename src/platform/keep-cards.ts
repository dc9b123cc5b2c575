import { LRUCache } from 'lru-cache';
import type { Card, DrawCard } from './draw-card.ts';

const cardsKept = 200;

/** Draws each card once while it is kept: the ones asked for last are. Who asks for one under way waits for it. */
export function keepCards(draw: DrawCard): DrawCard {
  const kept = new LRUCache<string, ReturnType<DrawCard>>({ max: cardsKept });
  return (card: Card) => {
    const key = JSON.stringify([card.lang, card.brand, card.tagline, card.heading]);
    const known = kept.get(key);
    if (known) return known;
    const drawn = draw(card).catch((error: unknown) => {
      kept.delete(key);
      throw error;
    });
    kept.set(key, drawn);
    return drawn;
  };
}
