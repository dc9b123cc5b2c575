import type { PreparedPost } from '#blog/prepare-post.ts';
import type { Writing } from '#blog/write-together.ts';
import type { Queries } from '#database/connect.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { noteChange, noteStart } from './change-post.ts';
import type { DeskDocument, DeskError, RevisionSummary, TranslationSave } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { readStanding, type Standing } from './find-standing.ts';
import { findTranslation } from './find-translation.ts';
import { madeFromOf } from './made-from.ts';
import { fieldsOf, readDocument } from './read-document.ts';
import { dropTranslated, fieldsHeldBack, formOf, keepWorkingCopy, raiseVersion } from './working-copy.ts';

/** More posts than that never have the same slug but for a number. */
const numbersMax = 200;

type Saved = Result<DeskDocument, DeskError | { code: 'lease.lost' }>;

/** `TranslationDesk.saveTranslation`. */
export async function saveTranslation(
  tools: DeskTools,
  save: TranslationSave,
  within: (queries: Queries, kept: DeskDocument) => Promise<boolean>,
): Promise<Saved> {
  const prepared = await prepare(tools, save);
  if (!prepared.ok) return prepared;
  return tools.writer.writeTogether(async (writing): Promise<Saved> => {
    const { queries } = writing;
    const id = await findTranslation(queries, save.article_id, save.locale);
    const standing = id === null ? null : await readStanding(queries, id);
    if ((standing?.version ?? null) !== save.version) return fail({ code: 'post.conflict' });
    const written = standing
      ? await writeOver(tools, writing, { standing, save, prepared: prepared.value })
      : await writeNew(tools, writing, { save, prepared: prepared.value });
    if (!written.ok) return written;
    const { id: own, kind } = written.value;
    const document = await noteChange(tools, writing, { id: own, by: save.by, kind });
    return (await within(queries, document)) ? ok(document) : fail({ code: 'lease.lost' });
  });
}

function prepare(tools: DeskTools, save: TranslationSave): Promise<Result<PreparedPost, DeskError>> {
  const { source } = save;
  return tools.writer.preparePost({
    ...save.fields,
    article_id: save.article_id,
    locale: save.locale,
    status: save.status,
    origin: save.origin,
    source_version: source.version,
    source_digest: source.digest,
    source_locale: source.locale,
  });
}

interface Write {
  save: TranslationSave;
  prepared: PreparedPost;
}
type Done = Result<{ id: string; kind: RevisionSummary['kind'] }, DeskError>;

/** Its slug is the original's with the language behind it, or the next free one. */
async function writeNew(tools: DeskTools, writing: Writing, { save, prepared }: Write): Promise<Done> {
  const wanted = `${save.source.slug}-${save.locale}`;
  for (let number = 1; number <= numbersMax; number += 1) {
    const slug = tools.numberedSlug(wanted, number);
    const written = await writing.write({
      ...prepared,
      fields: { ...prepared.fields, slug },
      has: (field) => field === 'slug' || prepared.has(field),
    });
    if (written.ok)
      return ok({ id: written.value.id, kind: save.status === 'published' ? 'published' : 'saved' });
    if (written.error.code !== 'slug.taken') return written;
  }
  return fail({ code: 'slug.taken' });
}

/** The post that is there keeps its slug; what readers see of it changes only where it is to be published. */
async function writeOver(
  tools: DeskTools,
  writing: Writing,
  { standing, save, prepared }: Write & { standing: Standing },
): Promise<Done> {
  const { queries } = writing;
  const { id } = standing;
  await noteStart(tools, writing, standing);
  if (save.status === 'draft' && standing.status !== 'draft') {
    await raiseVersion(queries, standing);
    const document = await readDocument(tools, queries, id);
    const [kept] = await tools.readFullPosts(queries, [id]);
    if (!document || !kept) return fail({ code: 'post.missing' });
    await keepWorkingCopy(queries, id, {
      form: formOf({ ...document.fields, ...save.fields }, prepared),
      kept: fieldsOf(kept),
      held: fieldsHeldBack(standing),
      by: { id: save.by.id, name: save.by.name, mayPublish: true },
      now: new Date(tools.now()),
      madeFrom: madeFromOf(save),
    });
    return ok({ id, kind: 'saved' });
  }
  const written = await writing.write({ ...prepared, fields: { ...prepared.fields, id } });
  if (!written.ok) return written;
  await dropTranslated(queries, id);
  const isPublished = save.status === 'published' && standing.status !== 'published';
  return ok({ id, kind: isPublished ? 'published' : 'saved' });
}
