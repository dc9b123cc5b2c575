import type { Locale } from '#i18n/locales.ts';
import { type MadeOffer, shapeOf } from './block-offers.ts';
import { blockHtml } from './join-text.ts';
import type { KeptByPeople } from './kept-by-people.ts';
import type { OwnLink } from './own-link.ts';
import type { RunText } from './run-source.ts';

interface Offering {
  text: RunText;
  to: Locale;
  /** Texts of the translation, by the id of the block. */
  known: ReadonlyMap<string, string>;
  /** What blocks that a person wrote would be. */
  offered: ReadonlyMap<string, string>;
  /** Of links to our own pages, in the translation's language. */
  addresses: ReadonlyMap<string, string>;
}

/** New translations beside what a person wrote, where they are others. */
export function makeOffers(
  placed: KeptByPeople['placed'],
  { text, to, known, offered, addresses }: Offering,
): MadeOffer[] {
  const addressOf = ({ href }: OwnLink) => addresses.get(href) ?? null;
  return text.blocks.flatMap(({ id, hash, text: source }) => {
    const [own, offer] = [placed.get(id), offered.get(id)];
    if (own === undefined || offer === undefined || shapeOf(own.text) === shapeOf(offer)) return [];
    const texts = new Map([...known, [id, offer]]);
    const html = own.html === null ? null : blockHtml(text.split, id, to, { texts, addressOf });
    return [{ id, hash, source, kept: own.text, offered: offer, html }];
  });
}
