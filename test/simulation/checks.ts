import { type Locale, locales } from '#i18n/locales.ts';
import type { RunState, RunStep } from '#translation/contract.ts';
import { outline } from '../support/outline.ts';
import { type ExpectedMessage, type ExpectedPost, type PostText, renderContent } from './expected-state.ts';
import { BrokenPromise, expectEqual } from './simulation-failure.ts';
import { budgets } from './site.ts';
import { readResponse, request, type SiteResponse, signIn, type World } from './world.ts';

const readPublic = async ({ site }: World, path: string): Promise<SiteResponse> =>
  readResponse(await fetch(`${site.origin}/api/blog${path}`, { redirect: 'manual' }));

const describeText = ({ title, marker, paragraphs }: PostText) => ({ title, marker, paragraphs });

function readText({ title, content }: { title: string; content: string }): PostText {
  const [, marker = ''] = /on day ([\d-]+)/.exec(content) ?? [];
  return { title, marker, paragraphs: content.split('<p').length - 2 };
}

/** What a run says about a language, against the post that it is about. */
export async function checkTranslation(
  world: World,
  post: ExpectedPost,
  { locale, status, code, post: translated }: RunStep,
): Promise<void> {
  const before = post.translations.get(locale);
  if (!translated) return expectEqual(before, undefined, `the post in ${locale}`);
  const { id } = translated;
  if (before) expectEqual(id, before.id, `the only post in ${locale}`);
  const { body: stored } = await request(world, `GET /posts/${id}`);
  const publications = await countPublications(world, id);
  const name = `post ${post.number} in ${locale}`;
  if (stored.version - (before?.version ?? 0) > 1) throw new BrokenPromise(`${name} was written twice`);
  if (publications - (before?.publications ?? 0) > 1) throw new BrokenPromise(`${name} was published twice`);
  if (status === 'published' || before?.isPublished)
    expectEqual(stored.status, 'published', `the status of ${name}`);
  const isCurrent = status === 'published' && code === null;
  post.translations.set(locale, {
    id,
    slug: stored.fields.slug,
    version: stored.version,
    isPublished: stored.status === 'published',
    publications,
    paragraphs: isCurrent ? (post.visible?.paragraphs ?? null) : null,
  });
  await checkPublicTranslation(world, post, locale);
}

async function checkPublicTranslation(world: World, post: ExpectedPost, locale: Locale): Promise<void> {
  const translation = post.translations.get(locale);
  if (!translation) return;
  const { status, body } = await readPublic(
    world,
    `/posts/${encodeURIComponent(translation.slug)}?locale=${locale}`,
  );
  const name = `post ${post.number} in ${locale}`;
  expectEqual(status, translation.isPublished ? 200 : 404, `the public status of ${name}`);
  const { paragraphs } = translation;
  if (!translation.isPublished || paragraphs === null) return;
  const source = renderContent({ title: '', marker: '', paragraphs });
  expectEqual(outline(body.content), outline(source), `the elements of ${name}`);
}

async function countPublications(world: World, id: string): Promise<number> {
  const { body } = await request(world, `GET /posts/${id}/revisions`);
  return body.revisions.filter(({ kind }: { kind: string }) => kind === 'published').length;
}

async function checkPost(world: World, post: ExpectedPost): Promise<void> {
  const { number, id, slug } = post;
  const { status, body } = await request(world, `GET /posts/${id}`);
  expectEqual(status, 200, `the status of post ${number}`);
  expectEqual(
    {
      version: body.version,
      saveId: body.save_id,
      status: body.status,
      slug: body.fields.slug,
      hasWorkingCopy: body.has_working_copy,
      scheduledAt: body.scheduled_at && Date.parse(body.scheduled_at),
      publishedAt: body.published_at && Date.parse(body.published_at),
      edited: readText(body.fields),
      publications: await countPublications(world, id),
    },
    {
      version: post.version,
      saveId: post.saveId,
      status: post.status,
      slug,
      hasWorkingCopy: post.hasWorkingCopy,
      scheduledAt: post.scheduledAt,
      publishedAt: post.publishedAt,
      edited: describeText(post.edited),
      publications: post.publications,
    },
    `post ${number}`,
  );
  const found = await readPublic(world, `/posts/${slug}?locale=en`);
  expectEqual(found.status, post.visible ? 200 : 404, `the public status of post ${number}`);
  if (post.visible)
    expectEqual(readText(found.body), describeText(post.visible), `what readers see of post ${number}`);
}

/** Exactly the published posts are listed. Translations outlive their original. */
async function checkList(world: World, locale: Locale): Promise<void> {
  const { posts, orphans } = world.expected;
  const listed = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { body } = await readPublic(
      world,
      `/posts?locale=${locale}&fields=summary&pageSize=50&page=${page}`,
    );
    for (const { id } of body.posts) listed.add(id);
    if (body.posts.length < 50) break;
  }
  const expected =
    locale === 'en'
      ? posts.filter(({ visible }) => visible !== null).map(({ id }) => id)
      : posts.flatMap(({ translations }) => {
          const translation = translations.get(locale);
          return translation?.isPublished ? [translation.id] : [];
        });
  expectEqual(
    [...listed].filter((id) => !orphans.has(id)).sort(),
    expected.sort(),
    `the listed posts in ${locale}`,
  );
}

async function checkUsers(world: World): Promise<void> {
  const { expected, site } = world;
  const users = await site.services.accounts.listUsers();
  expectEqual(
    users.map(({ email, role }) => `${email} ${role}`).sort(),
    expected.users.map(({ email, role }) => `${email} ${role}`).sort(),
    'the accounts',
  );
  const last = expected.users.at(-1);
  if (last && (await signIn(world, last.email, last.password)) === null)
    throw new BrokenPromise('the password of the newest account is refused');
}

async function checkMessages({ expected, site }: World): Promise<void> {
  const copies = new Map<string, number>();
  for (let page = 1; ; page += 1) {
    const { messages } = await site.services.inbox.list({ status: null, page });
    for (const { content } of messages) {
      const subject = content?.subject ?? '';
      copies.set(subject, (copies.get(subject) ?? 0) + 1);
    }
    if (messages.length === 0) break;
  }
  const countCopies = ({ subject }: ExpectedMessage) => copies.get(subject) ?? 0;
  const lost = expected.messages.filter((message) => countCopies(message) === 0);
  expectEqual(lost, [], 'the messages that were lost');
  const duplicates = expected.messages.filter((message) => countCopies(message) > message.maxCopies);
  expectEqual(duplicates, [], 'the messages that are there too often');
}

const keptRuns = 5;

async function checkRuns(world: World): Promise<void> {
  const { expected } = world;
  expected.runs = expected.runs.slice(-keptRuns);
  for (const run of expected.runs) {
    const { body } = await request(world, `GET /runs/${run.id}`);
    const { status, ended_at: endedAt } = body as RunState;
    expectEqual({ status, endedAt }, { status: run.status, endedAt: run.endedAt }, 'a run that has ended');
  }
}

async function checkBudget(world: World): Promise<void> {
  const { today } = (await request(world, 'GET /translation/spending')).body;
  if (today.tokens > budgets.day + budgets.call)
    throw new BrokenPromise(`${today.tokens} of ${budgets.day} tokens of a day are spent`);
}

/** Of everything that was acknowledged. */
export async function checkAll(world: World): Promise<void> {
  const { expected, site } = world;
  for (const post of expected.posts) {
    await checkPost(world, post);
    for (const locale of post.translations.keys()) await checkPublicTranslation(world, post, locale);
  }
  for (const locale of locales) await checkList(world, locale);
  for (const src of expected.images) {
    const response = await fetch(site.origin + src);
    expectEqual(
      [response.status, response.headers.get('content-type')],
      [200, 'image/webp'],
      'an uploaded image',
    );
    await response.body?.cancel();
  }
  await checkUsers(world);
  await checkMessages(world);
  await checkRuns(world);
  await checkBudget(world);
  expectEqual(site.errors, [], 'the errors in the log');
}
