import { savePostSchema } from '#blog/editing-contract.ts';
import { type ExpectedPost, type PostText, renderContent } from '../expected-state.ts';
import type { Step } from '../plan.ts';
import { expectEqual } from '../simulation-failure.ts';
import { perform, pick, request, type SiteResponse, type World } from '../world.ts';

type Save = { mode: 'autosave' | 'save' | 'publish' | 'schedule'; scheduled_at?: string };

const maxPosts = 25;

export const isDraft = ({ status, scheduledAt }: ExpectedPost) => status === 'draft' && scheduledAt === null;
const isPublished = ({ status }: ExpectedPost) => status === 'published';
const isUnscheduled = ({ scheduledAt }: ExpectedPost) => scheduledAt === null;

const saveBody = (
  post: Pick<ExpectedPost, 'status' | 'slug'>,
  text: PostText,
  save: Save,
  more: object = {},
) =>
  savePostSchema.parse({
    ...save,
    fields: { title: text.title, slug: post.slug, content: renderContent(text), status: post.status },
    ...more,
  });

/** Another text each time. */
function writeText({ expected }: World, number: number, choice = 0): PostText {
  expected.texts += 1;
  const marker = `${number}-${expected.texts}`;
  return { title: `A walk no. ${number}`, paragraphs: Math.floor(choice * 4), marker };
}

export async function create(world: World, step: Step, isTwice = false): Promise<void> {
  const { expected, note } = world;
  if (expected.posts.length >= maxPosts) return note('there are enough posts');
  expected.numbered += 1;
  const number = expected.numbered;
  const text = writeText(world, number, step.choices[0]);
  const body = saveBody({ status: 'draft', slug: '' }, text, { mode: 'save' }, { locale: 'en' });
  const key = `simulated-${number}`;
  const send = () => request(world, 'POST /posts', { body, key });
  const created = await perform(world, { send, status: 201 }, step.crash);
  if (isTwice) {
    const repeated = await send();
    expectEqual(
      [repeated.status, repeated.body.id],
      [201, created.id],
      'a repeated request with the same key',
    );
  }
  expectEqual(created.version, 1, 'the version of a new post');
  expected.posts.push({
    number,
    id: created.id,
    slug: created.fields.slug,
    version: 1,
    saveId: null,
    status: 'draft',
    edited: text,
    visible: null,
    hasWorkingCopy: false,
    scheduledAt: null,
    publishedAt: null,
    publications: 0,
    translations: new Map(),
  });
  note(`post ${number}`);
}

/** Changes the post with its version. */
async function change(
  world: World,
  post: ExpectedPost,
  { crash }: Pick<Step, 'crash'>,
  call: string,
  body: { save_id?: string | undefined; status?: string },
) {
  const { version } = post;
  const saveId = body.save_id ?? null;
  const changed = await perform(
    world,
    {
      send: () => request(world, call, { body, version }),
      status: 200,
      isStored: ({ status, body: { current } }: SiteResponse) =>
        status === 409 && current?.version === version + 1 && current.save_id === saveId,
    },
    crash,
  );
  expectEqual(changed.version, version + 1, `the version of post ${post.number}`);
  Object.assign(post, { version: version + 1, saveId });
  return changed;
}

async function save(world: World, post: ExpectedPost, step: Step, text: PostText, save: Save): Promise<void> {
  const status = save.mode === 'publish' ? 'published' : post.status;
  world.expected.saves += 1;
  const save_id = `0199c7f0-7a11-4a2b-9c3d-${String(world.expected.saves).padStart(12, '0')}`;
  const body = saveBody({ status, slug: post.slug }, text, save, { save_id });
  const saved = await change(world, post, step, `PUT /posts/${post.id}`, body);
  post.edited = text;
  post.hasWorkingCopy = saved.has_working_copy;
  world.note(`post ${post.number}, version ${post.version}`);
}

export async function edit(world: World, step: Step): Promise<void> {
  const post = pick(world.expected.posts.filter(isUnscheduled), step.choices[0]);
  if (!post) return world.note('nothing to edit');
  await save(world, post, step, writeText(world, post.number, step.choices[1]), { mode: 'save' });
  if (isPublished(post)) post.visible = post.edited;
}

export async function autosave(world: World, step: Step): Promise<void> {
  const post = pick(world.expected.posts.filter(isUnscheduled), step.choices[0]);
  if (!post) return world.note('nothing to edit');
  await save(world, post, step, writeText(world, post.number, step.choices[1]), { mode: 'autosave' });
  expectEqual(post.hasWorkingCopy, isPublished(post), 'whether there is a working copy');
}

export async function publish(world: World, step: Step): Promise<void> {
  const post = pick(world.expected.posts, step.choices[0]);
  if (!post) return world.note('nothing to publish');
  await save(world, post, step, post.edited, { mode: 'publish' });
  Object.assign(post, { status: 'published', visible: post.edited, scheduledAt: null });
  post.publishedAt = world.clock.now();
  post.publications += 1;
}

export async function schedule(world: World, step: Step): Promise<void> {
  const post = pick(world.expected.posts.filter(isDraft), step.choices[0]);
  if (!post) return world.note('nothing to schedule');
  const at = world.clock.now() + 60_000 + Math.floor((step.choices[1] ?? 0) ** 2 * 3 * 24 * 60) * 60_000;
  await save(world, post, step, post.edited, { mode: 'schedule', scheduled_at: new Date(at).toISOString() });
  post.scheduledAt = at;
}

async function setDraft(world: World, post: ExpectedPost | undefined, step: Step): Promise<void> {
  if (!post) return world.note('no such post');
  await change(world, post, step, `POST /posts/${post.id}/status`, { status: 'draft' });
  Object.assign(post, { status: 'draft', visible: null, scheduledAt: null });
  world.note(`post ${post.number}`);
}

export const unpublish = (world: World, step: Step) =>
  setDraft(world, pick(world.expected.posts.filter(isPublished), step.choices[0]), step);

export const cancelSchedule = (world: World, step: Step) =>
  setDraft(
    world,
    pick(
      world.expected.posts.filter((post) => !isUnscheduled(post)),
      step.choices[0],
    ),
    step,
  );

export async function remove(world: World, step: Step): Promise<void> {
  const { expected, note } = world;
  const post = pick(expected.posts, step.choices[0]);
  if (!post) return note('nothing to delete');
  const { id, version } = post;
  await perform(
    world,
    {
      send: () => request(world, `DELETE /posts/${id}`, { version }),
      status: 200,
      isStored: ({ status }) => status === 404,
    },
    step.crash,
  );
  expected.posts = expected.posts.filter((other) => other !== post);
  // An article's runs are deleted with its last post.
  expected.runs = expected.runs.filter((run) => run.post !== post.number);
  for (const translation of post.translations.values()) expected.orphans.add(translation.id);
  expectEqual((await request(world, `GET /posts/${id}`)).status, 404, 'the status of a deleted post');
  note(`post ${post.number}`);
}

/** From a page that was opened before the last save. */
export async function saveStale(world: World, step: Step): Promise<void> {
  const post = pick(
    world.expected.posts.filter(({ version }) => version > 1),
    step.choices[0],
  );
  if (!post) return world.note('no post has a second version');
  const body = saveBody(post, { title: 'Stale', paragraphs: 0, marker: 'stale' }, { mode: 'save' });
  const version = post.version - 1;
  const refused = await request(world, `PUT /posts/${post.id}`, { body, version });
  expectEqual([refused.status, refused.body.code], [409, 'post.conflict'], 'a save with an old version');
  world.note(`post ${post.number}`);
}
