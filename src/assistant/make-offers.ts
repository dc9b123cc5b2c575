import type { Locale } from '#i18n/locales.ts';
import { ignoreTagNumbers, type NewBlockSuggestion } from './block-offers.ts';
import { renderBlockHtml } from './join-text.ts';
import type { PreservedEdits } from './kept-by-people.ts';
import type { InternalLink } from './own-link.ts';
import type { PostBlocks } from './run-source.ts';

interface SuggestionInput {
  text: PostBlocks;
  to: Locale;
  known: ReadonlyMap<string, string>;
  suggestedTexts: ReadonlyMap<string, string>;
  /** Internal links in the target language, by `href`. */
  localizedUrls: ReadonlyMap<string, string>;
}

export function buildBlockSuggestions(
  editsByBlock: PreservedEdits['editsByBlock'],
  { text, to, known, suggestedTexts, localizedUrls }: SuggestionInput,
): NewBlockSuggestion[] {
  const urlFor = ({ href }: InternalLink) => localizedUrls.get(href) ?? null;
  return text.blocks.flatMap(({ id, hash, text: source }) => {
    const [edit, suggestedText] = [editsByBlock.get(id), suggestedTexts.get(id)];
    if (
      edit === undefined ||
      suggestedText === undefined ||
      ignoreTagNumbers(edit.text) === ignoreTagNumbers(suggestedText)
    )
      return [];
    const texts = new Map([...known, [id, suggestedText]]);
    const html = edit.html === null ? null : renderBlockHtml(text.split, id, to, { texts, urlFor });
    return [{ id, hash, source, humanText: edit.text, suggestedText, html }];
  });
}
