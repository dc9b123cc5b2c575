import assert from 'node:assert/strict';
import { cleanModelText } from '#ai/clean-output.ts';
import { createAnswerReader } from '#ai/model-answer.ts';
import { htmlToSearchText } from '#content/html-text.ts';
import { sanitizeContent } from '#content/sanitize-content.ts';
import { decodeFully } from '#test/support/decode-fully.ts';
import { renderStructure } from '#test/support/outline.ts';
import { checkBlock } from '#translation/blocks/check-block.ts';
import { joinHtml } from '#translation/blocks/post-text.ts';
import { splitHtml } from '#translation/blocks/split-html.ts';
import { normalizeTranslation } from '#translation/blocks/translate-blocks.ts';
import type { FuzzTarget } from '../target.ts';

const htmlToText = (html: string) => htmlToSearchText([sanitizeContent(html)]).trim();
const scheme = /\b(?:https?:\/\/\S|javascript:\S)/i;

function checkReader(source: string, output: string): void {
  for (const options of [{}, { isTranslation: true }, { paragraphIn: 'en' as const }]) {
    const reader = createAnswerReader(source, options);
    const answer = reader.read(output);
    if (answer.ok) {
      assert.notEqual(answer.value.trim(), '');
      assert.ok(answer.value.length <= output.length);
    } else assert.match(answer.error, /^model\.(?:refused|malformed)$/);
    for (const length of [output.length >> 1, output.length])
      assert.ok(reader.readPartial(output.slice(0, length)).length <= length);
  }
}

/** A line for a field has no markup and no URL, however encoded. */
function checkLine(source: string, output: string): void {
  const line = decodeFully(cleanModelText(output, source, htmlToText));
  assert.doesNotMatch(line, /<[a-z!/?]/i);
  if (!scheme.test(decodeFully(source))) assert.doesNotMatch(line, scheme);
}

/** A translation that is accepted changes words, and no elements. */
function checkTranslation(source: string, output: string): void {
  const html = sanitizeContent(source);
  const split = splitHtml(html, 'en');
  for (const block of split.blocks.slice(0, 3)) {
    const text = normalizeTranslation(output, block.text);
    if (checkBlock(block, text, { from: 'en', to: 'de' }) !== null) continue;
    const joined = joinHtml(split, new Map([[block.id, text]]), { to: 'de' });
    assert.equal(sanitizeContent(joined), joined);
    assert.equal(renderStructure(joined, 'de'), renderStructure(html, 'en'));
  }
}

/** An input is a source, a line with `---`, and what the model says. */
export const target: FuzzTarget = {
  sources: [
    ...['clean-output', 'model-answer', 'block-text-contract', 'answer/unwrap', 'answer/strip-quotes'],
    ...['answer/find-refusal', 'answer/own-parts', 'answer/remove-thoughts', 'answer/text-shape'],
    'answer/translation-shape',
  ]
    .map((name) => `ai/${name}.ts`)
    .concat('translation/blocks/check-block.ts', 'translation/blocks/post-text.ts'),
  maxBytes: 8_192,
  check(input) {
    const [source = '', output = ''] = input.toString().split(/\n---\n(.*)/s, 2);
    checkReader(source, output);
    checkLine(source, output);
    checkTranslation(source, output);
  },
};
