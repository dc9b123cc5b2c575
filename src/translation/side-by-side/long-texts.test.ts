import { expect, test } from 'vitest';
import type { TranslatablePost } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import { isTooLongToTranslate } from '../blocks/post-text.ts';
import { translatableLimits } from '../contract.ts';
import { matchEdits } from '../review/human-edits.ts';
import { alignTranslation } from './align-blocks.ts';
import { applyBlockEdits } from './apply-block-edits.ts';

function buildPost(locale: Locale, content: string): TranslatablePost {
  const fields = {
    title: 'T',
    slug: 't',
    excerpt: '',
    content,
    featured_image_alt: '',
    seo_title: null,
    seo_description: null,
    seo_keywords: [],
  };
  return { id: locale, article_id: 'a', locale, origin: 'mixed', version: 1, fields } as never;
}

const toText = (blocks: number, toParagraph: (index: number) => string) =>
  Array.from({ length: blocks }, (_, index) => toParagraph(index)).join('');

/** A person translates the first block. Then all blocks of the translation change, and all of the original. */
function translateFirstBlock(blocks: number): void {
  const original = buildPost(
    'en',
    toText(blocks, (index) => `<p>Some <b>word</b> ${index}</p>`),
  );
  const empty = alignTranslation({ original, existing: null, written: null, to: 'de' });
  const first = empty?.source.blocks.find(({ id }) => id === 'b1');
  if (!empty || !first) throw new Error('no block');
  const edits = [{ id: first.id, hash: first.hash, text: first.text, accepted: true }];
  const applied = applyBlockEdits({
    aligned: empty,
    edits,
    existing: null,
    to: 'de',
    isMachineText: () => false,
    localizedUrls: new Map(),
  });
  if (!applied.ok) throw new Error(applied.error.code);
  const { fields, blocks: output, review } = applied.value;
  const written = { fields, blocks: output, review };
  const saved = buildPost('de', fields.content);
  expect(alignTranslation({ original, existing: saved, written, to: 'de' })?.blocks.size).toBe(1);
  const edited = buildPost('de', fields.content.replaceAll('Some', 'Ein'));
  expect(alignTranslation({ original, existing: edited, written, to: 'de' })?.blocks.size).toBe(blocks);
  const other = buildPost(
    'en',
    toText(blocks, (index) => `<p>Another <b>word</b> ${index}</p>`),
  );
  const changed = alignTranslation({ original: other, existing: edited, written, to: 'de' });
  expect(changed?.blocks.size).toBe(blocks);
  const humanEdits = output.map(({ hash }, index) => ({ index, text: '', sourceHash: hash, html: null }));
  expect(matchEdits(output, changed?.source.blocks ?? [], humanEdits)?.size).toBe(output.length);
}

test('thousands of blocks are aligned in linear time', () => {
  const quarterMs = measureCpuMs(() => translateFirstBlock(1000));
  // Quadratic time was 12 times as much. The constant covers what a first call compiles.
  expect(measureCpuMs(() => translateFirstBlock(4000))).toBeLessThan(8 * quarterMs + 100);
});

test('a text is too long to translate by its characters or its tags', () => {
  const { characters, tags } = translatableLimits;
  expect(isTooLongToTranslate({ content: 'a'.repeat(characters) })).toBe(false);
  expect(isTooLongToTranslate({ content: 'a'.repeat(characters + 1) })).toBe(true);
  expect(isTooLongToTranslate({ content: '<br>'.repeat(tags) })).toBe(false);
  expect(isTooLongToTranslate({ content: '<br>'.repeat(tags + 1) })).toBe(true);
});
