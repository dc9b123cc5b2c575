import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkBlock } from '#assistant/check-block.ts';
import { joinText } from '#assistant/join-text.ts';
import { splitText } from '#assistant/split-text.ts';
import { sanitise } from '#blog/sanitise.ts';
import type { Database } from '#database/connect.ts';
import type { Locale } from '#i18n/locales.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { translateText } from '#test/fakes/language-model/translate-text.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { type HostileAnswer, hostileAnswer, prompt } from '#test/support/hostile-answers.ts';
import { startRunDesk, stepOf } from '#test/support/run-desk.ts';
import { frameOf } from '#test/support/run-texts.ts';
import { startAssistant } from '#test/support/start-assistant.ts';
import { stressRuns } from '#test/support/stress.ts';

const asText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** As it can be read at most; the product's own reading is not asked. */
function readAtMost(text: string): string {
  let read = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  for (let before = ''; before !== read; ) {
    before = read;
    read = read
      .replace(/&#x([\da-f]+);?/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replace(/&#(\d+);?/g, (_, code) => String.fromCodePoint(Number(code)))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  }
  return read;
}

/** Six words of the instructions in a row. */
function toldIn(text: string, told: ReadonlySet<string>): string | undefined {
  return sixesOf(readAtMost(text)).find((six) => told.has(six));
}

function sixesOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.slice(5).map((_, at) => words.slice(at, at + 6).join(' '));
}

/** What every model of this test was told so far. */
function toldBy(fake: FakeModel): Set<string> {
  const all = fake.calls.map(({ body }) => String(JSON.parse(body).messages?.[0]?.content ?? ''));
  return new Set(
    [...new Set(all)].flatMap((told) =>
      told
        .replace(/"[^"\n]*"/g, '\n')
        .split('\n')
        .flatMap(sixesOf),
    ),
  );
}

/** All that a reader of the stream gets to see, piece by piece, and the answer at its end. */
async function shownOf(response: Response): Promise<string> {
  const events = (await response.text()).trim().split('\n\n');
  const pieces = events.filter((event) => event.startsWith('event: piece'));
  const dataOf = (event: string) =>
    event
      .split('\n')
      .at(-1)
      ?.replace(/^data: /, '') ?? '{}';
  const text = pieces.map((event) => JSON.parse(dataOf(event)).text).join('');
  return `${text}\n${dataOf(events.at(-1) ?? '')}`;
}

const brought = /brought|ran\(|javascript:/i;

/** The stand-in says what a hostile text wants to hear, by the number of its order. */
function obeying(fake: FakeModel): (answers: readonly HostileAnswer[]) => void {
  let answers: readonly HostileAnswer[] = [];
  fake.obey((order, instructions) => {
    const answer = answers[order % answers.length];
    return answer ? { ...answer, text: answer.say(instructions) } : null;
  });
  return (next) => {
    answers = next;
  };
}

test('whatever a model says to a block, what is taken has the structure of the original, and brings nothing in', () => {
  const html =
    '<h2>The garden in the morning</h2><p>It was <strong>quiet</strong> in the <a href="/blog/garden">garden</a>, and the birds<br>were singing with <code>npm i</code> at hand.</p><p><img src="/files/4be0643f-1d98-573b-97cd-ca98a65347dd/480.webp" alt="A small bird"> We saw 24 of them.</p>';
  const split = splitText(html, 'en');
  let taken = 0;
  fc.assert(
    fc.property(hostileAnswer, fc.nat({ max: split.blocks.length - 1 }), ({ say, isAlone }, place) => {
      const texts = new Map(
        split.blocks.flatMap((block, at): [string, string][] => {
          const good = translateText(block, 'de');
          const said = say('You translate blocks of a blog post from English into German.');
          const spoiled = (isAlone ? said : `${good} ${said}`).trim();
          const text = at === place ? spoiled.replace(/\s+/g, ' ') : good.replace(/ +/g, ' ');
          return checkBlock(block, text, { from: 'en', to: 'de' }) === null ? [[block.id, text]] : [];
        }),
      );
      taken += texts.size;
      const joined = joinText(split, texts, { to: 'de' });
      expect(sanitise(joined)).toBe(joined);
      expect(frameOf(joined, 'de')).toBe(frameOf(html, 'en'));
      expect(readAtMost(joined)).not.toMatch(brought);
    }),
    { numRuns: stressRuns(600, 50_000) },
  );
  expect(taken).toBeGreaterThan(600);
});

test('a text that orders the model about gets words of its own at most', { timeout: 600_000 }, async () => {
  await using fake = await startFakeModel();
  await using edge = await startAssistant(fake);
  const obey = obeying(fake);
  const answers = fc.sample(hostileAnswer, stressRuns(12, 400));
  const kinds = new Map<string, number>();
  for (const [at, answer] of answers.entries()) {
    obey([answer]);
    const [text = ''] = fc.sample(prompt(at), { numRuns: 1, seed: at });
    const content = `<p>It was quiet in the garden in the morning, with all of them.</p><p>${asText(text)}</p><!-- ${asText(text)} --><p title="${asText(text)}">An end</p>`;
    const title = `A garden: ${text}`.slice(0, 290);
    const bodies = [
      { type: 'seo', locale: 'en', title, content },
      { type: 'excerpt', locale: 'en', content },
      { type: 'slug', locale: 'en', title },
      { type: 'translate', title, content, targetLocale: 'de' },
    ];
    const said = await Promise.all([
      ...bodies.map(async (body) => (await edge.ask(body)).text()),
      edge.ask(bodies[1], { accept: 'text/event-stream' }).then(shownOf),
    ]);
    const told = toldBy(fake);
    for (const one of said) {
      const place = [text, answer.say('{told}'), one];
      expect([...place, brought.exec(readAtMost(one))?.[0], toldIn(one, told)]).toEqual([
        ...place,
        undefined,
        undefined,
      ]);
      expect(one).not.toContain(fake.apiKey);
      const own = /"fallback":(true|false)/.exec(one)?.[1] ?? 'none';
      kinds.set(own, (kinds.get(own) ?? 0) + 1);
    }
    const answered = said.slice(0, 4).map((one) => JSON.parse(one));
    expect(answered.map((one) => Object.keys(one).sort().join())).toEqual([
      expect.stringMatching(/^(?:code,)?fallback,seoDescription,seoKeywords,seoTitle,success$/),
      expect.stringMatching(/^(?:code,)?excerpt,fallback,success$/),
      expect.stringMatching(/^(?:code,)?fallback,slug,success$/),
      expect.stringMatching(
        /^(?:code,)?fallback,(?:needsReview,)?success,translatedContent,translatedTitle$/,
      ),
    ]);
    expect(frameOf(answered[3].translatedContent, 'de')).toBe(frameOf(sanitise(content), 'en'));
  }
  // Both ways were gone: words of the model that were cleaned, and the rules' in their place.
  expect(Math.min(kinds.get('true') ?? 0, kinds.get('false') ?? 0)).toBeGreaterThan(8);
});

/** All that a run must leave alone: the other post in its languages, the shelves, the people, the settings. */
async function restOf({ query }: Pick<Database, 'query'>, articleId: string): Promise<unknown> {
  return query
    .select({
      posts: sql`(select jsonb_agg(p order by p.id) from post p where p.article_id <> ${articleId})`,
      articles: sql`(select jsonb_agg(a order by a.id) from article a where a.id <> ${articleId})`,
      categories: sql`(select jsonb_agg(c order by c.id) from category c)`,
      tags: sql`(select jsonb_agg(t order by t.id) from tag t)`,
      glossary: sql`(select jsonb_agg(g) from glossary g)`,
      people: sql`(select jsonb_agg(u order by u.id) from account_user u)`,
      keys: sql`(select jsonb_agg(k) from api_key k)`,
    })
    .from(sql`installation`);
}

/** A place for each of so many texts that order: fields, and all that HTML has for words. */
function articleWith(texts: readonly string[]) {
  const at = (place: number) => asText(texts[place % texts.length] ?? '');
  const plain = (place: number) => texts[place % texts.length] ?? '';
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

test('a run of translations of such texts leaves everything but its own drafts as it was', {
  timeout: 600_000,
}, async () => {
  await using database = await emptyDatabase();
  await using desk = await startRunDesk(database);
  const obey = obeying(desk.fake);
  const targets: Locale[] = ['de', 'th'];
  const bystander = await desk.write({ title: 'A bystander', content: '<p>It was quiet in the garden.</p>' });
  await desk.run(bystander.id, { locales: targets });
  const places = 17;
  const all = fc.sample(hostileAnswer, places * stressRuns(2, 120));
  let translated = 0;
  for (let first = 0; first < all.length; first += places) {
    const answers = all.slice(first, first + places);
    // For all blocks of a call in some articles only: where every answer is spoiled, nothing is taken at all.
    obey(answers.map((answer) => ({ ...answer, isEverywhere: answer.isEverywhere && first % 2 === 1 })));
    const texts = answers.map((_, at) => fc.sample(prompt(at), { numRuns: 1, seed: first + at })[0] ?? '');
    const choice = (['drafts', 'all'] as const)[(first / places) % 2];
    const made = await desk.write(articleWith(texts));
    expect(made.id).toEqual(expect.any(String));
    const before = await restOf(database, made.article_id);
    const own = (await desk.ask(`GET /posts/${made.id}`)).body;
    const run = await desk.run(made.id, { locales: targets, choice });
    expect(await restOf(database, made.article_id)).toEqual(before);
    // To publish all is to publish the original too.
    const after = (await desk.ask(`GET /posts/${made.id}`)).body;
    expect(after.fields).toEqual({ ...own.fields, status: after.fields.status });
    expect([after.status, after.version]).toEqual(
      choice === 'drafts' ? [own.status, own.version] : ['published', 2],
    );
    const told = toldBy(desk.fake);
    for (const locale of targets) {
      const kept = (await desk.ask(`GET /posts/${stepOf(run, locale).post?.id}`)).body;
      const stored = JSON.stringify(kept);
      expect([stepOf(run, locale).code, kept.status]).toEqual([
        expect.stringMatching(/^translation\./),
        'draft',
      ]);
      expect([texts, brought.exec(readAtMost(stored))?.[0], toldIn(stored, told)]).toEqual([
        texts,
        undefined,
        undefined,
      ]);
      expect(stored).not.toContain(desk.fake.apiKey);
      expect(sanitise(kept.fields.content)).toBe(kept.fields.content);
      expect(frameOf(kept.fields.content, locale)).toBe(frameOf(made.fields.content, 'en'));
      if (!kept.fields.content.includes('happy with what there was')) translated += 1;
    }
    expect(after.languages.map((one: { locale: string }) => one.locale).toSorted()).toEqual([
      'de',
      'en',
      'th',
    ]);
  }
  // What had no order in it was translated all the same.
  expect(translated).toBeGreaterThan(0);
});
