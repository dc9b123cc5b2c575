import { eq } from 'drizzle-orm';
import type { PostInput } from '#blog/contract.ts';
import type { PreparedPost } from '#blog/prepare-post.ts';
import type { Writing } from '#blog/write-together.ts';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { changePost } from './change-post.ts';
import type {
  DeskDocument,
  DeskError,
  DeskSave,
  PostFields,
  PostStatus,
  RevisionSummary,
  Writer,
} from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { readStanding, type Standing } from './find-standing.ts';
import { withMadeFrom } from './made-from.ts';
import { fieldsOf, isId } from './read-document.ts';
import {
  dropWorkingCopy,
  fieldsHeldBack,
  fieldsOfOthers,
  formOf,
  isOpenDraft,
  keepWorkingCopy,
  raiseVersion,
  without,
} from './working-copy.ts';

/** Changes a post as its form says, if it still is at `version`. */
export async function savePost(
  tools: DeskTools,
  { id, version, save, by }: { id: string; version: number; save: DeskSave; by: Writer },
): Promise<Result<DeskDocument, DeskError>> {
  const refusal = refuseSave(save, by, tools.now());
  if (refusal) return fail(refusal);
  const known = isId(id) ? await readStanding(tools.database.query, id) : null;
  if (!known) return fail({ code: 'post.missing' });
  const prepared = await prepareForm(tools, save, { id, locale: known.locale });
  if (!prepared.ok) return prepared;
  const saved = await changePost(tools, {
    ...{ id, version, by },
    run: (writing, standing) =>
      save.mode === 'autosave'
        ? writeTyped(tools, writing, { standing, form: save.fields, prepared: prepared.value, by })
        : writeForm(tools, writing, { standing, save, prepared: prepared.value, by }),
  });
  if (saved.ok) await scheduleSaved(tools, save, saved.value);
  return saved;
}

/** What can be refused before anything is read. */
export function refuseSave(
  { mode, fields, scheduled_at }: DeskSave,
  by: Writer,
  now: number,
): DeskError | null {
  const publishes =
    mode === 'publish' || mode === 'schedule' || (mode === 'save' && fields.status === 'published');
  if (publishes && !by.mayPublish) return { code: 'role.forbids' };
  if (mode === 'schedule' && !(Date.parse(scheduled_at ?? '') > now)) return { code: 'schedule.past' };
  return null;
}

/** A post's form, ready to be written; what is not part of a way to save is left out of it. */
export function prepareForm(
  tools: DeskTools,
  { mode, fields }: DeskSave,
  about: Pick<PostInput, 'id' | 'locale' | 'article_id' | 'author_id'>,
): Promise<Result<PreparedPost, DeskError>> {
  const { status, featured_image_url, ...texts } = fields;
  // While its address is typed, nothing is fetched from there.
  const isTyped = mode === 'autosave' && /^(?:https?:)?\/\//i.test(featured_image_url?.trim() ?? '');
  return tools.writer.preparePost({
    ...about,
    ...texts,
    ...(!isTyped && { featured_image_url }),
    ...(mode !== 'autosave' && { status: mode === 'schedule' ? 'draft' : status }),
    ...(mode === 'publish' &&
      status === 'published' && { published_at: new Date(tools.now()).toISOString() }),
  });
}

/** Once it is kept: a draft that waits for its moment is to be published then. */
export async function scheduleSaved(
  tools: DeskTools,
  { mode }: DeskSave,
  { id, scheduled_at }: DeskDocument,
) {
  if (mode === 'schedule' && scheduled_at !== null) await tools.schedule(id, new Date(scheduled_at));
}

interface Typed {
  standing: Standing;
  form: PostFields;
  prepared: PreparedPost;
  by: Writer;
}

/** What was typed: into the post itself where no reader sees it, the rest into its working copy. */
export async function writeTyped(
  tools: DeskTools,
  writing: Writing,
  { standing, form, prepared, by }: Typed,
): Promise<Result<{ kind: 'autosaved' }, DeskError>> {
  const held = fieldsHeldBack(standing);
  if (prepared.cover === undefined && !held.includes('featured_image_url')) held.push('featured_image_url');
  if (!isOpenDraft(standing)) await raiseVersion(writing.queries, standing);
  else {
    const whole = await withMadeFrom(writing.queries, standing.id, prepared);
    const written = await writing.write(without(whole, held));
    if (!written.ok && written.error.code !== 'slug.taken') return written;
    if (!written.ok) {
      held.push('slug');
      const rest = await writing.write(without(whole, held));
      if (!rest.ok) return rest;
    }
  }
  await holdBack(tools, writing.queries, { id: standing.id, form: formOf(form, prepared), held, by });
  return ok({ kind: 'autosaved' });
}

/** A form that was saved on purpose. */
async function writeForm(
  tools: DeskTools,
  { queries, write }: Writing,
  { standing, save, prepared, by }: Omit<Typed, 'form'> & { save: DeskSave },
): Promise<Result<{ kind: RevisionSummary['kind'] }, DeskError>> {
  const { id } = standing;
  const held = by.mayPublish ? [] : fieldsOfOthers(standing);
  const written = await write(await withMadeFrom(queries, id, without(prepared, held)));
  if (!written.ok) return written;
  await holdBack(tools, queries, { id, form: formOf(save.fields, prepared), held, by });
  await keepMoment(queries, id, save);
  return ok({ kind: kindOf(save, prepared.fields.status, standing.status) });
}

export async function holdBack(
  tools: DeskTools,
  queries: Queries,
  { id, form, held, by }: { id: string; form: PostFields; held: (keyof PostFields)[]; by: Writer },
): Promise<void> {
  const [kept] = held.length === 0 ? [] : await tools.readFullPosts(queries, [id]);
  if (!kept) return dropWorkingCopy(queries, id);
  await keepWorkingCopy(queries, id, { form, kept: fieldsOf(kept), held, by, now: new Date(tools.now()) });
}

export async function keepMoment(
  queries: Queries,
  id: string,
  { mode, scheduled_at }: DeskSave,
): Promise<void> {
  if (mode !== 'schedule' || scheduled_at === undefined) return;
  await queries
    .update(post)
    .set({ scheduledAt: new Date(scheduled_at) })
    .where(eq(post.id, id));
}

export function kindOf(
  { mode }: DeskSave,
  status: PostStatus,
  before: PostStatus | null,
): RevisionSummary['kind'] {
  if (mode === 'autosave') return 'autosaved';
  return status === 'published' && (mode === 'publish' || before !== 'published') ? 'published' : 'saved';
}
