import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeBlockText, hasSameTags, plainBlockText } from '#ai/block-text-contract.ts';
import { textActions } from '#ai/text-contract.ts';
import { sanitizeContent } from '#content/sanitize-content.ts';
import type { Database } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import { parseReadBlocks } from '#test/fakes/language-model/reading-response.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { translateText } from '#test/fakes/language-model/translate-text.ts';
import { sayAs } from '#test/fakes/language-model/translation-response.ts';
import { createModelDeps } from '#test/support/block-deps.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { decodeFully } from '#test/support/decode-fully.ts';
import { renderStructure } from '#test/support/outline.ts';
import { stressRuns } from '#test/support/stress.ts';
import { readBatch } from '#translation/assessment/read-blocks.ts';
import { checkBlock } from '#translation/blocks/check-block.ts';
import { joinHtml } from '#translation/blocks/post-text.ts';
import { splitHtml } from '#translation/blocks/split-html.ts';
import { type HostileOutput, hostileOutput, prompt } from '../support/hostile-responses.ts';
import { findStep, startRunTestServer } from '../support/run-harness.ts';
import { startAdminTestServer } from '../support/start-admin-server.ts';
import { startSuggestionTestServer } from '../support/start-suggestions.ts';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Finds six consecutive words of the instructions. */
function findLeak(text: string, instructions: ReadonlySet<string>): string | undefined {
  return listSixWordPhrases(decodeFully(text)).find((six) => instructions.has(six));
}

function listSixWordPhrases(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.slice(5).map((_, at) => words.slice(at, at + 6).join(' '));
}

/** Six-word phrases of all instructions sent so far, without quoted parts. Each call adds what is new since the last one. */
function trackInstructions(fake: FakeModel): () => ReadonlySet<string> {
  const phrases = new Set<string>();
  let readCount = 0;
  return () => {
    for (const { body } of fake.calls.slice(readCount)) {
      const instructions = String(JSON.parse(body).messages?.[0]?.content ?? '');
      for (const line of instructions.replace(/"[^"\n]*"/g, '\n').split('\n'))
        for (const phrase of listSixWordPhrases(line)) phrases.add(phrase);
    }
    readCount = fake.calls.length;
    return phrases;
  };
}

/** The streamed text, followed by the final event. */
async function readStream(response: Response): Promise<string> {
  const events = (await response.text()).trim().split('\n\n');
  const pieces = events.filter((event) => event.startsWith('event: piece'));
  const getData = (event: string) =>
    event
      .split('\n')
      .at(-1)
      ?.replace(/^data: /, '') ?? '{}';
  const text = pieces.map((event) => JSON.parse(getData(event)).text).join('');
  return `${text}\n${getData(events.at(-1) ?? '')}`;
}

const injectedContent = /brought|ran\(|javascript:/i;

/** Makes the fake model obey hostile orders; the order number selects the output. */
function installObedience(fake: FakeModel): (outputs: readonly HostileOutput[]) => void {
  let outputs: readonly HostileOutput[] = [];
  fake.obey((orderNumber, instructions) => {
    const output = outputs[orderNumber % outputs.length];
    return output ? { ...output, text: output.formatOutput(instructions) } : null;
  });
  return (next) => {
    outputs = next;
  };
}

test('an accepted block has the structure of the original and no injected content', () => {
  const html =
    '<h2>The garden in the morning</h2><p>It was <strong>quiet</strong> in the <a href="/blog/garden">garden</a>, and the birds<br>were singing with <code>npm i</code> at hand.</p><p><img src="/files/4be0643f-1d98-573b-97cd-ca98a65347dd/480.webp" alt="A small bird"> We saw 24 of them.</p>';
  const split = splitHtml(html, 'en');
  let acceptedCount = 0;
  fc.assert(
    fc.property(
      hostileOutput,
      fc.nat({ max: split.blocks.length - 1 }),
      ({ formatOutput, isAlone }, blockIndex) => {
        const texts = new Map(
          split.blocks.flatMap((block, at): [string, string][] => {
            const good = translateText(block, 'de');
            const output = formatOutput('You translate blocks of a blog post from English into German.');
            const spoiled = (isAlone ? output : `${good} ${output}`).trim();
            const text = at === blockIndex ? spoiled.replace(/\s+/g, ' ') : good.replace(/ +/g, ' ');
            return checkBlock(block, text, { from: 'en', to: 'de' }) === null ? [[block.id, text]] : [];
          }),
        );
        acceptedCount += texts.size;
        const joined = joinHtml(split, texts, { to: 'de' });
        expect(sanitizeContent(joined)).toBe(joined);
        expect(renderStructure(joined, 'de')).toBe(renderStructure(html, 'en'));
        expect(decodeFully(joined)).not.toMatch(injectedContent);
      },
    ),
    { numRuns: stressRuns(600, 50_000) },
  );
  expect(acceptedCount).toBeGreaterThan(600);
});

test('a prompt injection leaks and injects nothing into suggestions', { timeout: 600_000 }, async () => {
  await using fake = await startFakeModel();
  await using server = await startSuggestionTestServer(fake);
  const obey = installObedience(fake);
  const listInstructions = trackInstructions(fake);
  const outputs = fc.sample(hostileOutput, stressRuns(12, 400));
  const kinds = new Map<string, number>();
  for (const [at, output] of outputs.entries()) {
    obey([output]);
    const [text = ''] = fc.sample(prompt(at), { numRuns: 1, seed: at });
    const content = `<p>It was quiet in the garden in the morning, with all of them.</p><p>${escapeHtml(text)}</p><!-- ${escapeHtml(text)} --><p title="${escapeHtml(text)}">An end</p>`;
    const title = `A garden: ${text}`.slice(0, 290);
    const bodies = [
      { type: 'seo', locale: 'en', title, content },
      { type: 'excerpt', locale: 'en', content },
      { type: 'slug', locale: 'en', title },
      { type: 'translate', title, content, targetLocale: 'de' },
    ];
    const responseTexts = await Promise.all([
      ...bodies.map(async (body) => (await server.request(body)).text()),
      server.request(bodies[1], { accept: 'text/event-stream' }).then(readStream),
    ]);
    const instructions = listInstructions();
    for (const response of responseTexts) {
      const context = [text, output.formatOutput('{instructions}'), response];
      expect([
        ...context,
        injectedContent.exec(decodeFully(response))?.[0],
        findLeak(response, instructions),
      ]).toEqual([...context, undefined, undefined]);
      expect(response).not.toContain(fake.apiKey);
      const fallback = /"fallback":(true|false)/.exec(response)?.[1] ?? 'none';
      kinds.set(fallback, (kinds.get(fallback) ?? 0) + 1);
    }
    const responses = responseTexts.slice(0, 4).map((body) => JSON.parse(body));
    expect(responses.map((body) => Object.keys(body).sort().join())).toEqual([
      expect.stringMatching(/^(?:code,)?fallback,seoDescription,seoKeywords,seoTitle,success$/),
      expect.stringMatching(/^(?:code,)?excerpt,fallback,success$/),
      expect.stringMatching(/^(?:code,)?fallback,slug,success$/),
      expect.stringMatching(
        /^(?:code,)?fallback,(?:needsReview,)?success,translatedContent,translatedTitle$/,
      ),
    ]);
    expect(renderStructure(responses[3].translatedContent, 'de')).toBe(
      renderStructure(sanitizeContent(content), 'en'),
    );
  }
  // Both paths ran: cleaned model output and the rule-based fallback.
  expect(Math.min(kinds.get('true') ?? 0, kinds.get('false') ?? 0)).toBeGreaterThan(8);
});

test('a prompt injection in selected text or around it gets nothing but text into the selection', {
  timeout: 600_000,
}, async () => {
  await using fake = await startFakeModel();
  await using server = await startAdminTestServer({
    environment: fake.environment,
    overrides: { database: await emptyDatabase() },
  });
  const obey = installObedience(fake);
  const listInstructions = trackInstructions(fake);
  const outcomes = new Map<boolean, number>();
  for (const [at, output] of fc.sample(hostileOutput, stressRuns(24, 800)).entries()) {
    obey([output]);
    const [order = ''] = fc.sample(prompt(at), { numRuns: 1, seed: at });
    const action = textActions[at % textActions.length];
    const quiet = 'It was <1>quiet</1> in the garden in the morning.<2/>';
    const isAround = at % 2 === 0;
    const body = {
      action,
      locale: 'en',
      text: isAround ? quiet : `${quiet} ${escapeBlockText(order)}`,
      before: isAround ? order : '',
      after: '',
    };
    const { body: events } = await server.request('author', 'POST /suggestions/text', { body });
    const blocks: string[] = events.trim().split('\n\n');
    const parts = blocks.map((block) => JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}'));
    const { text = '', success } = parts.at(-1);
    const streamed = parts
      .slice(0, -1)
      .map((part) => part.text)
      .join('');
    const context = [order, output.formatOutput('{instructions}'), text];
    for (const shown of [plainBlockText(text), streamed])
      expect([
        ...context,
        injectedContent.exec(decodeFully(shown))?.[0],
        findLeak(shown, listInstructions()),
      ]).toEqual([...context, undefined, undefined]);
    // Markup is only ever a tag of the request.
    expect(text.replace(/<\/?1>|<2\/>/g, '')).not.toMatch(/[<>]/);
    expect(events).not.toContain(fake.apiKey);
    outcomes.set(success, (outcomes.get(success) ?? 0) + 1);
  }
  expect(Math.min(outcomes.get(true) ?? 0, outcomes.get(false) ?? 0)).toBeGreaterThan(2);
});

test('a correction of the second reader has the tags of the original and no injected content', {
  timeout: 600_000,
}, async () => {
  await using fake = await startFakeModel();
  const reader = await createModelDeps(fake);
  const listInstructions = trackInstructions(fake);
  const { signal } = new AbortController();
  let corrections = 0;
  for (const [at, output] of fc.sample(hostileOutput, stressRuns(48, 1600)).entries()) {
    const [order = ''] = fc.sample(prompt(at), { numRuns: 1, seed: at });
    const html = `<p>It was <strong>quiet</strong> in the garden. ${escapeHtml(order)}</p><p>We saw 24 of them.</p>`;
    const { blocks } = splitHtml(html, 'en');
    const good = blocks.map((block) => translateText(block, 'de'));
    const batch = blocks.map((block, index) => ({ block, text: `${good[index]} Ja.` }));
    fake.answer(({ instructions, text }) => {
      const said = sayAs({ ...output, text: output.formatOutput(instructions) }, good[0] ?? '');
      const better = [said, good[1]];
      const read = parseReadBlocks(text).map(({ id }, index) => ({
        id,
        score: 100,
        faults: [],
        better: better[index],
      }));
      return JSON.stringify({ blocks: read });
    });
    const request = { from: 'en', to: 'de', glossary: [], style: '', contextBlocks: blocks } as const;
    const readings = await readBatch(reader, batch, request, signal);
    if (!readings.ok) throw new Error(readings.error.code);
    expect(readings.value.size).toBe(2);
    for (const { block } of batch) {
      const proposal = readings.value.get(block.id)?.proposal ?? null;
      if (proposal === null) continue;
      corrections += 1;
      const shown = plainBlockText(proposal);
      expect(hasSameTags(proposal, block.text), proposal).toBe(true);
      expect([
        output.formatOutput('{instructions}'),
        injectedContent.exec(decodeFully(shown))?.[0],
        findLeak(shown, listInstructions()),
      ]).toEqual([output.formatOutput('{instructions}'), undefined, undefined]);
    }
  }
  expect(corrections).toBeGreaterThan(0);
});

/** Everything that a run must not change. */
async function readUnrelatedRows({ query }: Pick<Database, 'query'>, articleId: string): Promise<unknown> {
  return query
    .select({
      posts: sql`(select jsonb_agg(p order by p.id) from post p where p.article_id <> ${articleId})`,
      articles: sql`(select jsonb_agg(a order by a.id) from article a where a.id <> ${articleId})`,
      categories: sql`(select jsonb_agg(c order by c.id) from category c)`,
      tags: sql`(select jsonb_agg(t order by t.id) from tag t)`,
      glossary: sql`(select jsonb_agg(g) from glossary g)`,
      users: sql`(select jsonb_agg(u order by u.id) from account_user u)`,
      keys: sql`(select jsonb_agg(k) from api_key k)`,
    })
    .from(sql`installation`);
}

/** Puts the texts into every field and every kind of HTML text. */
function buildArticle(texts: readonly string[]) {
  const at = (slot: number) => escapeHtml(texts[slot % texts.length] ?? '');
  const plain = (slot: number) => texts[slot % texts.length] ?? '';
  return {
    title: `A garden in the morning: ${plain(0)}`.slice(0, 290),
    excerpt: `It was quiet there. ${plain(1)}`,
    seo_title: `Garden ${plain(2)}`.slice(0, 200),
    seo_description: `A garden ${plain(3)}`,
    seo_keywords: ['garden', 'quiet morning'],
    featured_image_alt: `A bird ${plain(4)}`,
    content: [
      '<h2>What there was to see in the garden</h2>',
      '<p>It was <strong>quiet</strong> in the <a href="https://own.example/garden">garden</a>, and the birds were singing for all of us.</p>',
      `<p>${at(5)}</p><p><em>Someone</em> wrote <strong>${at(6)}</strong> on the wall of the house.</p>`,
      `<ul><li>Bread</li><li>${at(7)}</li></ul><blockquote><p>${at(8)}</p></blockquote>`,
      `<table><caption>${at(9)}</caption><tbody><tr><td>${at(10)}</td><td>Water</td></tr></tbody></table>`,
      `<p><img src="/files/4be0643f-1d98-573b-97cd-ca98a65347dd/480.webp" alt="${at(11)}"></p>`,
      `<pre><code>${at(12)}</code></pre><p>Type <code>${at(13)}</code> first.</p><!-- ${at(14)} -->`,
      `<p hidden style="display:none">${at(15)}</p><h3>${at(16)}</h3>`,
      '<p>In the end we kept three of them and were happy with what there was to see.</p>',
    ].join(''),
  };
}

test('translating prompt injections changes nothing outside the run', {
  timeout: 600_000,
}, async () => {
  await using database = await emptyDatabase();
  await using server = await startRunTestServer(database);
  const obey = installObedience(server.fake);
  const listInstructions = trackInstructions(server.fake);
  const targets: Locale[] = ['de', 'th'];
  const unrelatedPost = await server.write({
    title: 'A bystander',
    content: '<p>It was quiet in the garden.</p>',
  });
  await server.run(unrelatedPost.id, { locales: targets });
  const slotCount = 17;
  const all = fc.sample(hostileOutput, slotCount * stressRuns(2, 120));
  let translated = 0;
  for (let first = 0; first < all.length; first += slotCount) {
    const outputs = all.slice(first, first + slotCount);
    // Spoil all blocks of a call only in some articles, or no translation would ever be accepted.
    obey(outputs.map((output) => ({ ...output, isEverywhere: output.isEverywhere && first % 2 === 1 })));
    const texts = outputs.map((_, at) => fc.sample(prompt(at), { numRuns: 1, seed: first + at })[0] ?? '');
    const choice = (['drafts', 'all'] as const)[(first / slotCount) % 2];
    const created = await server.write(buildArticle(texts));
    expect(created.id).toEqual(expect.any(String));
    const before = await readUnrelatedRows(database, created.article_id);
    const original = (await server.request(`GET /posts/${created.id}`)).body;
    const run = await server.run(created.id, { locales: targets, choice });
    expect(await readUnrelatedRows(database, created.article_id)).toEqual(before);
    // Choosing `all` publishes the original too.
    const after = (await server.request(`GET /posts/${created.id}`)).body;
    expect(after.fields).toEqual({ ...original.fields, status: after.fields.status });
    expect([after.status, after.version]).toEqual(
      choice === 'drafts' ? [original.status, original.version] : ['published', 2],
    );
    const instructions = listInstructions();
    for (const locale of targets) {
      const translation = (await server.request(`GET /posts/${findStep(run, locale).post?.id}`)).body;
      const stored = JSON.stringify(translation);
      expect([findStep(run, locale).code, translation.status]).toEqual([
        expect.stringMatching(/^translation\./),
        'draft',
      ]);
      expect([texts, injectedContent.exec(decodeFully(stored))?.[0], findLeak(stored, instructions)]).toEqual(
        [texts, undefined, undefined],
      );
      expect(stored).not.toContain(server.fake.apiKey);
      expect(sanitizeContent(translation.fields.content)).toBe(translation.fields.content);
      expect(renderStructure(translation.fields.content, locale)).toBe(
        renderStructure(created.fields.content, 'en'),
      );
      if (!translation.fields.content.includes('happy with what there was')) translated += 1;
    }
    expect(after.languages.map((language: { locale: string }) => language.locale).toSorted()).toEqual([
      'de',
      'en',
      'th',
    ]);
  }
  // Blocks without an order are still translated.
  expect(translated).toBeGreaterThan(0);
});
